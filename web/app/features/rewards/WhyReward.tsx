import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RewardWhy } from '../../../contract/standing-why.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate, monthOf } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { rewardWhy } from './rewards.queries.ts'

const { reward: words } = texts.why

/** Why one of the client's own codes was given. */
export function WhyReward({ code }: { readonly code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title(code)}>
        <Unfolded code={code} />
      </Dialog>
    </>
  )
}

function Unfolded({ code }: { readonly code: string }) {
  const query = useQuery(rewardWhy(code))
  return (
    <Loaded query={query} rows={2}>
      {({ rule, ruleVersion, issuedOn, expiresOn, status, revokedOn, evidence }) => (
        <div className="grid gap-4">
          <div className="grid gap-1">
            <p className="font-medium">{words.rules[rule]}</p>
            <p>{words.issued(longDate(issuedOn), ruleVersion)}</p>
            {status === 'active' && <p>{words.expires(longDate(expiresOn))}</p>}
            {revokedOn !== null && <p>{words.revoked(longDate(revokedOn))}</p>}
          </div>
          <section>
            <h3 className="font-semibold">{words.evidence}</h3>
            <ul className="mt-2 grid gap-2">
              {evidence.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span>{sayOf(one)}</span>
                  {!one.stands && <Badge>{words.gone}</Badge>}
                  {one.needed && <span className="text-sm text-muted">{words.needed}</span>}
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Loaded>
  )
}

const sayOf = ({ kind, day, precision }: RewardWhy['evidence'][number]) => {
  if (kind === 'review') return words.review(day === null ? '' : longDate(day))
  if (day === null) return words.ratingUnseen
  return precision === 'day' ? words.rating(longDate(day)) : words.ratingIn(monthOf(day))
}
