import type { ConductEvent } from './events.ts'

type DataOf<T extends ConductEvent['type']> = Extract<ConductEvent, { readonly type: T }>['data']
export type FlaggingOutcome = DataOf<'FlaggingJudged'>['outcome']

export interface DecidedFlag {
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  /** Moderators have judged since how this account flags. */
  readonly judged: boolean
}

/** How an account flags, and what moderators made of it. */
export interface Flagging {
  readonly flags: readonly DecidedFlag[]
  /** How many there were; the last of them may wait. */
  readonly questions: number
  readonly judgements: readonly { readonly number: number; readonly outcome: FlaggingOutcome; readonly by: string }[]
}

export const neverFlagged: Flagging = { flags: [], questions: 0, judgements: [] }

/** The number of the question that waits for an answer. */
export const openQuestion = ({ questions, judgements }: Flagging): number | null =>
  questions === 0 || judgements.some(({ number }) => number === questions) ? null : questions

/** What has not been judged yet. */
export const unjudged = ({ flags }: Flagging): { readonly dismissed: number; readonly decided: number } => {
  const open = flags.filter(({ judged }) => !judged)
  return { dismissed: open.filter(({ outcome }) => outcome === 'dismissed').length, decided: open.length }
}

/** A flag that was turned keeps its place: what was judged is not judged again. */
export const withFlag = (flagging: Flagging, flag: Omit<DecidedFlag, 'judged'>): Flagging => {
  const known = flagging.flags.find(({ flagId }) => flagId === flag.flagId)
  const others = flagging.flags.filter((one) => one !== known)
  return { ...flagging, flags: [...others, { ...flag, judged: known?.judged ?? false }] }
}

type FlaggingEvent = Extract<ConductEvent, { readonly type: 'FlagOutcomeNoted' | `Flagging${string}` }>

export const flaggingAfter = (flagging: Flagging, { type, data }: FlaggingEvent): Flagging => {
  switch (type) {
    case 'FlagOutcomeNoted': {
      const { flagId, authorId, outcome } = data
      return withFlag(flagging, { flagId, authorId, outcome })
    }
    case 'FlaggingQuestioned':
      return { ...flagging, questions: data.number }
    case 'FlaggingJudged': {
      const { number, outcome, by } = data
      const flags = flagging.flags.map((flag) => ({ ...flag, judged: true }))
      return { ...flagging, flags, judgements: [...flagging.judgements, { number, outcome, by }] }
    }
  }
}
