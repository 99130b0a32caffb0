/** Said to whoever started the program; where in the code it was found is nothing to them. */
export class Refused extends Error {}
