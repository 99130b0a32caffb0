import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { longDate } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { avaProfile, premiumOffer } from './ava.queries.ts'

const { ava } = texts
const { upgrade: words } = ava

/** what Premium is, and how one gets it; what is not built yet says so. */
export function Premium() {
  const profile = useQuery(avaProfile)
  return (
    <Card title={words.title}>
      <p className="mb-4">{words.offer(premiumOffer)}</p>
      <ul className="mb-5 grid gap-2.5">
        {words.benefits.map(({ name, ready }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Check aria-hidden="true" className="size-4.5 text-olive" />
            {name}
            {!ready && <Badge tone="gold">{words.soon}</Badge>}
          </li>
        ))}
      </ul>
      <Loaded query={profile} rows={1}>
        {({ isPremium, premiumExpiresAt, avaBalance }) =>
          isPremium ? (
            <p className="font-medium">
              {words.already} {premiumExpiresAt !== null && ava.until(longDate(premiumExpiresAt))}
            </p>
          ) : (
            <Upgrade balance={avaBalance} />
          )
        }
      </Loaded>
    </Card>
  )
}

/** V-63 */
function Upgrade({ balance }: { readonly balance: number }) {
  const isShort = balance < premiumOffer.price
  const buying = useWrite('activatePremium', {
    refreshes: ['ava', 'account'],
    onDone: () => showToast({ title: words.bought }),
    onRefused: (error) => complain(said(error, words.failed)),
  })
  return (
    <div className="grid justify-items-start gap-3">
      {isShort && <p className="text-muted">{words.short}</p>}
      <Button
        disabled={isShort}
        pending={buying.isPending}
        pendingText={words.buying}
        onClick={() => buying.mutate({ body: { durationDays: premiumOffer.days } })}
      >
        {words.buy}
      </Button>
    </div>
  )
}
