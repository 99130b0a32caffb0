import { setFlagsFromString } from 'node:v8'

/**
 * Imported first by the programs that read the log. V8 looks at the first hundred objects of a kind and, when all of them are still
 * there, puts those to come among what lasts. So it is at a start; from then on every event that is read would keep its texts
 * alive until the whole heap is looked through, and a rebuild would spend twice as long on collecting garbage.
 */
setFlagsFromString('--no-allocation-site-pretenuring')
