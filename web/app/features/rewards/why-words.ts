import { ruleBook } from '../../../contract/rule-book.ts'
import type { Figures, StandingWhy } from '../../../contract/standing-why.ts'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'

const { standing: words } = texts.why
const { changes } = words

const twoDecimals = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** 4.5 → 4,50: a hundredth is what one rating moves. */
export const spelled = (average: number) => twoDecimals.format(average)

/** What would be otherwise, in one sentence. */
export const changesIn = (now: Figures, would: Figures | StandingWhy['ratings'][number]['without']): string => {
  const said = [
    now.average === would.average ? '' : changes.average(spelled(now.average), spelled(would.average)),
    would.fiveStarProviders === null || now.fiveStarProviders === would.fiveStarProviders
      ? ''
      : changes.venues(now.fiveStarProviders, would.fiveStarProviders),
    now.tier === would.tier ? '' : changes.tier[would.tier],
    !now.cross && would.cross ? changes.crossOn : '',
    now.elite !== 'earned' && would.elite === 'earned' ? changes.eliteOn : '',
    now.elite === 'earned' && would.elite !== null && would.elite !== 'earned' ? changes.eliteOff : '',
  ].filter(Boolean)
  return `${said.length === 0 ? changes.nothing : said.join(', ')}.`
}

interface Milestone {
  readonly name: string
  readonly rule: string
  readonly reached: boolean
  /** When it was decided, or what is missing. */
  readonly progress: string
}

export const milestonesIn = (mine: StandingWhy): readonly Milestone[] => {
  const { now } = mine
  const venues = (need: number) => words.missingVenues(Math.max(need - now.fiveStarProviders, 1))
  return [
    one(mine, 'cross', words.cross, now.cross, venues(ruleBook.crossVenues)),
    one(mine, 'elite', words.elite, now.elite === 'earned', venues(ruleBook.eliteVenues)),
    one(
      mine,
      'trusted',
      words.trusted,
      now.tier !== 'new',
      ofTier(now, ruleBook.trustedRatings, ruleBook.trustedAverage),
    ),
    one(mine, 'top', words.top, now.tier === 'top', ofTier(now, ruleBook.topRatings, ruleBook.topAverage)),
  ]
}

const ofTier = (now: Figures, ratings: number, average: number) =>
  now.total < ratings ? words.missingRatings(ratings - now.total) : words.missingAverage(spelled(average))

const one = (
  { milestones }: StandingWhy,
  name: StandingWhy['milestones'][number]['to'],
  rule: string,
  reached: boolean,
  missing: string,
): Milestone => {
  const decided = milestones.findLast(({ to }) => to === name)
  const since =
    decided === undefined ? '' : words.reachedOn(longDate(decided.day), decided.ratings, decided.ruleVersion)
  return { name, rule, reached, progress: reached ? since : missing }
}
