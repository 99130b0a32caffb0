import type { Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'

/** A place in $all as the wire has it: decimal text. Both numbers count: old transactions share one commit. */
export interface Place {
  readonly commit: string
  readonly prepare: string
}

const digits = 20

export const positionOf = ({ commit, prepare }: Place): Position =>
  `${commit.padStart(digits, '0')}:${prepare.padStart(digits, '0')}`

export const placeOf = (position: Position): Place => {
  const [commit = '0', prepare = commit] = position.split(':')
  return { commit: BigInt(commit).toString(), prepare: BigInt(prepare).toString() }
}

/** The server counts revisions from zero. */
export const versionOf = (revision: string): Version => Number(revision) + 1
export const revisionOf = (version: Version): string => String(version - 1)
