import { today } from './format.ts'

export interface Promotion {
  readonly text: string
  /** As `2027-06-30`; null: it does not end. */
  readonly lastDay: string | null
}

/** shown until its last day has passed in Italy. */
export const promotionText = ({ text, lastDay }: Promotion, day: string = today()): string | null =>
  lastDay === null || day <= lastDay ? text : null
