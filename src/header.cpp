// The precompiled header that the libraries share belongs to this file's target.
