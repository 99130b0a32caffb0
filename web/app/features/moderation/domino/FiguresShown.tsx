import type { DominoPlan } from '../../../../contract/domino.ts'
import { ruleBook } from '../../../../contract/rule-book.ts'
import { oneDecimal } from '../../../shared/format.ts'
import { texts } from '../../../texts.ts'

const { domino: words } = texts

/** Before → after. */
export function FiguresShown({ figures: { venue, ratings, ava, codes } }: Pick<DominoPlan, 'figures'>) {
  const starsAs = (stars: number | null) => (stars === null ? words.none : oneDecimal(stars))
  const missing = ruleBook.ratingsPerAva - (ratings.after % ruleBook.ratingsPerAva)
  return (
    <section>
      <h3 className="text-sm font-semibold">{words.figures}</h3>
      <dl className="mt-1 grid gap-1 text-sm">
        {venue !== null && (
          <>
            <Moved name={words.figure.stars} before={starsAs(venue.stars.before)} after={starsAs(venue.stars.after)} />
            <Moved name={words.figure.raters} {...told(venue.raters)} />
          </>
        )}
        <Moved name={words.figure.ratings} {...told(ratings)} />
        <Moved name={words.figure.ava} {...told(ava)} />
        {codes !== null && <Moved name={words.figure.codes} {...told(codes)} />}
      </dl>
      <p className="mt-1 text-sm text-muted">{words.nextAva(missing)}</p>
    </section>
  )
}

const told = ({ before, after }: { readonly before: number; readonly after: number }) => ({
  before: String(before),
  after: String(after),
})

interface MovedProps {
  readonly name: string
  readonly before: string
  readonly after: string
}

function Moved({ name, before, after }: MovedProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">
        <span aria-hidden="true">
          {before} → {after}
        </span>
        <span className="sr-only">{words.becomes(before, after)}</span>
      </dd>
    </div>
  )
}
