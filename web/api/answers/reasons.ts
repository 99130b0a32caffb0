import type { Ground, ReasonsTold } from '../../contract/reasons.ts'

interface Why {
  readonly whyFacts: string | null
  readonly whyGround: string | null
}

/** Null where nothing was decided. */
export const whyAnswer = ({ whyFacts: facts, whyGround: ground }: Why): ReasonsTold | null =>
  facts === null || ground === null ? null : { facts, ground: ground as Ground }
