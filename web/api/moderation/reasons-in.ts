import type { GivenReasons } from '../../../application/moderation/compose-reasons.ts'

interface Said extends Omit<GivenReasons, 'facts'> {
  readonly facts?: string | null | undefined
}

export const reasonsIn = ({ ground, facts, violation }: Said): GivenReasons => ({
  ground,
  facts: facts ?? undefined,
  violation,
})
