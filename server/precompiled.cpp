// Only brings its precompiled header to the libraries.
