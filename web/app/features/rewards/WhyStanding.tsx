import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StandingWhy } from '../../../contract/standing-why.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { MailLink } from '../../components/MailLink.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { settings } from '../../settings.ts'
import { longDate, monthOf } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { ownStandingWhy } from './rewards.queries.ts'
import { changesIn, milestonesIn, spelled } from './why-words.ts'

const { why } = texts
const { standing: words } = why

/** A client's own standing, unfolded: what it is made of, what is missing, what would change if. */
export function WhyStanding() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        {why.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={why.title} description={words.intro}>
        <Unfolded />
      </Dialog>
    </>
  )
}

function Unfolded() {
  const query = useQuery(ownStandingWhy)
  return (
    <Loaded query={query} rows={3}>
      {(mine) => (
        <div className="grid gap-6">
          <Made {...mine} />
          <Rules {...mine} />
          <section>
            <h3 className="font-semibold">{words.ifMore}</h3>
            <p className="mt-1">{changesIn(mine.now, mine.withFiveMore)}</p>
          </section>
          <Ratings {...mine} />
          <p className="text-sm text-muted">
            {why.human} <MailLink to={settings.supportEmail}>{settings.supportEmail}</MailLink>
          </p>
        </div>
      )}
    </Loaded>
  )
}

function Made({ now, asOf }: StandingWhy) {
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">{words.made(spelled(now.average), now.total)}</p>
      <p>{words.fives(now.fiveStars, now.fiveStarProviders)}</p>
      <p>{words.venues(now.providers)}</p>
      <p className="text-sm text-muted">{why.asOf(longDate(asOf))}</p>
    </div>
  )
}

function Rules(mine: StandingWhy) {
  return (
    <section>
      <h3 className="font-semibold">{words.rules}</h3>
      <ul className="mt-2 grid gap-3">
        {milestonesIn(mine).map(({ name, rule, reached, progress }) => (
          <li key={name} className="grid gap-1 rounded-control bg-sunken p-3">
            <p>
              {rule} {reached && <Badge tone="good">{words.reached}</Badge>}
            </p>
            <p className="text-sm text-muted">{progress}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ratings({ now, ratings, others }: StandingWhy) {
  return (
    <section>
      <h3 className="font-semibold">{words.each}</h3>
      {now.total === 0 && <p className="mt-1 text-muted">{words.none}</p>}
      <ul className="mt-2 grid gap-3">
        {ratings.map(({ id, stars, day, precision, firstOfVenue, without }) => (
          <li key={id} className="grid gap-1 border-t border-line pt-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StarsShown value={stars} />
              <span>{precision === 'day' ? words.stayOf(longDate(day)) : words.stayIn(monthOf(day))}</span>
              {firstOfVenue === true && <Badge tone="gold">{words.counted}</Badge>}
            </p>
            <p className="text-sm text-muted">
              {words.without} {changesIn(now, without)}
            </p>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-3 text-sm text-muted">{words.others(others)}</p>}
    </section>
  )
}
