import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BusinessClient } from '../../../contract/clients.ts'
import type { IssuedReward } from '../../../contract/rewards.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { ClientBadges } from './ClientBadges.tsx'
import { rewardsOfClient } from './clients.queries.ts'

const { clients: words, rewards } = texts

interface ClientRewardsProps {
  readonly client: BusinessClient
}

/** what a client has earned everywhere, and the codes it has spent here. */
export function ClientRewards({ client }: ClientRewardsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {words.rewards}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.rewardsTitle(client.name)}>
        <div className="grid gap-5">
          <ClientBadges client={client} />
          <Earned client={client} />
          <Spent client={client} />
        </div>
      </Dialog>
    </>
  )
}

function Earned({ client }: ClientRewardsProps) {
  const { crossProviderDiscount, bonusRewardEarned, fiveStarRatingsCount, uniqueProvidersCount } = client
  const facts = [
    [words.crossName, crossProviderDiscount > 0 ? words.crossActive(crossProviderDiscount) : words.notYet],
    [words.eliteName, bonusRewardEarned ? words.eliteEarned : words.notYet],
    [rewards.standing.fiveStars, fiveStarRatingsCount],
    [rewards.standing.providers, uniqueProvidersCount],
  ] as const
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Spent({ client: { id } }: ClientRewardsProps) {
  const codes = useQuery(rewardsOfClient(id))
  return (
    <section aria-label={words.codesHere} className="grid gap-2">
      <h3 className="font-semibold">{words.codesHere}</h3>
      <Loaded query={codes} rows={1} empty={<p className="text-sm text-muted">{words.codesNone}</p>}>
        {(list) => (
          <ul className="grid gap-2">
            {list.map((reward) => (
              <SpentCode key={reward.code} reward={reward} />
            ))}
          </ul>
        )}
      </Loaded>
      <p className="text-sm text-muted">{words.codesReserved}</p>
    </section>
  )
}

function SpentCode({ reward: { code, discountPercent, ruleType, redeemedAt } }: { readonly reward: IssuedReward }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-mono break-all">{code}</span>
      <Badge tone="warm">{rewards.ruleNames[ruleType ?? 'ELITE']}</Badge>
      <span className="text-muted">
        {rewards.percent(discountPercent)}
        {redeemedAt !== null && ` · ${rewards.usedOn(longDate(redeemedAt))}`}
      </span>
    </li>
  )
}
