// One import gives an app the engine and the words it is asked in.
@_exported public import HoldfastModel
