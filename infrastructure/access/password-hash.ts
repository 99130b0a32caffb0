import { hash, verify } from '@node-rs/argon2'

/** Of Argon2id, which is what the library makes unless told otherwise; `memory` in KiB. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

/** OWASP's first choice: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memory: 19_456, passes: 2, lanes: 1 }

export const hashPassword = (password: string, { memory, passes, lanes }: HashCost): Promise<string> =>
  hash(password.normalize('NFC'), { memoryCost: memory, timeCost: passes, parallelism: lanes })

export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password.normalize('NFC'))

/** Made at a lower cost than today's: to be made anew at the next sign-in. */
export const isWeaker = (stored: string, { memory, passes, lanes }: HashCost): boolean => {
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? []
  return !(Number(m) >= memory && Number(t) >= passes && Number(p) >= lanes)
}
