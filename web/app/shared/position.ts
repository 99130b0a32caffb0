/** How far the log had got when we last wrote: later reads wait until their tables are there. */
let written: string | null = null

/** Positions are opaque and ordered as strings: of two writes that cross, the later one counts. */
export const rememberPosition = (position: string | null) => {
  if (position !== null && (written === null || position > written)) written = position
}

export const positionHeaders = (): Readonly<Record<string, string>> =>
  written === null ? {} : { 'X-Garbo-After': written }

export const forgetPosition = () => {
  written = null
}
