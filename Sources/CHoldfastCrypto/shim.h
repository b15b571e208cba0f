// Names libcrypto for Swift: SHA-256 for the log (see HoldfastLog/SHA256), digests chosen at run time for content.
#pragma once
// The plain SHA256_ functions are marked as old, and stay: a digest of a log's small records through EVP spends more on its context than
// on the hash.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
