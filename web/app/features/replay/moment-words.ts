import type { CaseMoment } from '../../../contract/replay.ts'
import { longDate, moment as clock, oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { replay: words } = texts

const titles: Readonly<Record<string, string>> = words.what
export const titleOf = ({ what }: CaseMoment): string => titles[what] ?? words.otherMoment

/** Where only the day is told, only the day is shown. */
export const timeOf = ({ at }: Pick<CaseMoment, 'at'>): string =>
  at.endsWith('T00:00:00.000Z') ? longDate(at) : clock(at)

/** Hundredths as people count: 150 → 1,5 */
export const weightOf = (hundredths: number): string => oneDecimal(hundredths / 100)
