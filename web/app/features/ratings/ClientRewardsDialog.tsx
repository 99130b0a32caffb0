import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BusinessClient } from '../../../contract/ratings/clients.ts'
import type { IssuedReward } from '../../../contract/rewards/rewards.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { longDate } from '../../shared/format.ts'
import { ClientBadges } from './ClientBadges.tsx'
import { clientRewardsQuery } from './queries.ts'
import { clientTexts } from './clients.texts.ts'
import { rewardTexts } from '../rewards/texts.ts'

interface ClientRewardsDialogProps {
  readonly client: BusinessClient
}

/** Badges and discounts of a client, and the codes it redeemed at this business. @rule R-58 */
export function ClientRewardsDialog({ client }: ClientRewardsDialogProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {clientTexts.rewards}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={clientTexts.rewardsTitle(client.name)}>
        <div className="grid gap-5">
          <ClientBadges client={client} />
          <EarnedRewards client={client} />
          <RedeemedCodes client={client} />
        </div>
      </Dialog>
    </>
  )
}

function EarnedRewards({ client }: ClientRewardsDialogProps) {
  const { crossProviderDiscount, bonusRewardEarned, fiveStarRatingsCount, uniqueProvidersCount } = client
  const facts = [
    [
      clientTexts.crossName,
      crossProviderDiscount > 0 ? clientTexts.crossActive(crossProviderDiscount) : clientTexts.notYet,
    ],
    [clientTexts.eliteName, bonusRewardEarned ? clientTexts.eliteEarned : clientTexts.notYet],
    [rewardTexts.standing.fiveStars, fiveStarRatingsCount],
    [rewardTexts.standing.venues, uniqueProvidersCount],
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

function RedeemedCodes({ client: { id } }: ClientRewardsDialogProps) {
  const codes = useQuery(clientRewardsQuery(id))
  return (
    <section aria-label={clientTexts.codesHere} className="grid gap-2">
      <h3 className="font-semibold">{clientTexts.codesHere}</h3>
      <QueryView query={codes} skeletonRows={1} empty={<p className="text-sm text-muted">{clientTexts.codesNone}</p>}>
        {(list) => (
          <ul className="grid gap-2">
            {list.map((reward) => (
              <RedeemedCode key={reward.code} reward={reward} />
            ))}
          </ul>
        )}
      </QueryView>
      <p className="text-sm text-muted">{clientTexts.codesReserved}</p>
    </section>
  )
}

function RedeemedCode({ reward: { code, discountPercent, rule, redeemedAt } }: { readonly reward: IssuedReward }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-mono break-all">{code}</span>
      <Badge tone="warm">{rewardTexts.ruleNames[rule]}</Badge>
      <span className="text-muted">
        {rewardTexts.percent(discountPercent)}
        {` · ${rewardTexts.usedOn(longDate(redeemedAt))}`}
      </span>
    </li>
  )
}
