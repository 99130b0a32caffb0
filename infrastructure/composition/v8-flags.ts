import { setFlagsFromString } from 'node:v8'

/**
 * Imported first by every program that reads the log. V8 samples the first hundred objects of an allocation site; if
 * all of them are still alive, it allocates later ones directly in the old generation. At startup all of them are, so
 * the texts of every event read later would stay until a full collection, and a rebuild would spend twice as long in
 * garbage collection.
 */
setFlagsFromString('--no-allocation-site-pretenuring')
