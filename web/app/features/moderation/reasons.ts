import type { Ground, Violation } from '../../../contract/reasons.ts'
import { complain } from '../../components/toast.ts'
import { given } from '../../shared/form.ts'
import { said, type Refused } from '../../shared/refused.ts'

/** What a moderator said otherwise than it was suggested; null where he left it. */
export interface Reasons {
  readonly ground: Ground | null
  readonly facts: string | null
  readonly violation: Violation | null
}

export const asSuggested: Reasons = { ground: null, facts: null, violation: null }

/** Only what was said: the rest the server composes of what is known when it is decided. */
export const reasonsGiven = ({ ground, facts, violation }: Reasons) => ({
  ground: ground ?? undefined,
  facts: given(facts ?? ''),
  violation: violation ?? undefined,
})

/** What changed since is told in the dialog, with a way to look again; any other no in passing. */
export const complainUnlessChanged = (error: Refused, otherwise: string) => {
  if (error.code !== 'MatterChanged') complain(said(error, otherwise))
}
