// Names libcrypto for Swift: SHA-256 through a digest that is fetched once (see HoldfastLog/Hashing).
#pragma once
#include <openssl/evp.h>
#include <openssl/rand.h>
