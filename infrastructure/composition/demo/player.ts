import { streamOf } from '../../../application/handle.ts'
import type { Asker } from '../../../application/person.ts'
import type { Answer } from '../../../application/use-case.ts'
import { review } from '../../../domain/reputation/review/decider.ts'
import type { Account } from './people.ts'
import { outcome, type Stage } from './stage.ts'

/** What has been done so far, by the names the plan has for it. */
export interface Played {
  readonly accounts: Map<string, Account>
  readonly reviews: Map<string, string>
  readonly bookings: Map<string, string>
  /** By review and reporter. */
  readonly flags: Map<string, string>
}

export interface Player extends Stage {
  readonly played: Played
  /** Asks for something in somebody's name. */
  readonly as: <Input, Output>(
    who: string,
    ask: (asker: Asker, input: Input) => Answer<Output>,
    input: Input,
  ) => Promise<Output>
}

export const playerOn = (stage: Stage): Player => {
  const played: Played = { accounts: new Map(), reviews: new Map(), bookings: new Map(), flags: new Map() }
  return {
    ...stage,
    played,
    as: async (who, ask, input) => outcome(ask(await stage.asker(named(played.accounts, who).accountId), input)),
  }
}

export const named = <A>(all: ReadonlyMap<string, A>, key: string): A => {
  const one = all.get(key)
  if (one === undefined) throw new Error(`Nothing is called ${key} yet`)
  return one
}

/** The decision that last took a review out of sight. */
export const hiddenBy = async ({ services: { history } }: Stage, reviewId: string): Promise<string> => {
  const past = await outcome(history.read(review.events, streamOf(review, reviewId), 'blank'))
  const decided = past.findLast(({ event: { type } }) => type === 'ReviewHidden' || type === 'ReviewRemoved')
  if (decided === undefined) throw new Error('The review is in sight')
  return decided.id
}
