/** The version of the privacy notice now in force: the day it was last changed. */
export const privacyVersion = '2025-08-11'
