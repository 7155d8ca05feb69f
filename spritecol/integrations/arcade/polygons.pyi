# All of this module is for compiled modules only.
