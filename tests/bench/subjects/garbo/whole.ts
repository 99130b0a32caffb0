import type { Pool } from 'pg'
import type { Config } from '../../../../infrastructure/composition/config.ts'
import type { Foundations } from '../../../../infrastructure/composition/foundations.ts'

/** A Garbo that runs in this process, and its foundations laid once more for those who go past its API. */
export interface Whole {
  readonly config: Config
  readonly foundations: Foundations
  readonly pool: Pool
  readonly address: string
  /** Resolves when everything that follows from the log has followed. */
  readonly settled: () => Promise<void>
  /** What must end before Garbo does. */
  readonly closers: (() => Promise<unknown>)[]
}
