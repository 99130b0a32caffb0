import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Check, Coins, PenLine } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { AvaTransaction } from '../../../contract/ava/wallet.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card, StatCard } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { showErrorToast, showToast } from '../../components/toast.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { longDate } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { useUser } from '../../shared/session.ts'
import { PayoutHistory } from './PayoutHistory.tsx'
import { PayoutAddressCard } from './payout-address.tsx'
import { avaProfileQuery, avaTransactionsQuery, premiumOffer, ratingsUntilNextAva } from './queries.ts'
import { useStayRulesNote } from './rule-sets.ts'
import { avaTexts } from './wallet.texts.ts'

/** the balance; where it is paid, what it buys, how it moved. */
export function AvaWalletPage() {
  const [asked, ask] = useSearchParams()
  const stays = useStayRulesNote()
  const intro = useUser().role === 'CLIENTE' && stays?.earns ? `${avaTexts.intro} ${stays.text}` : avaTexts.intro
  return (
    <PageLayout title={avaTexts.title} intro={intro}>
      <WalletSummary />
      <Tabs
        label={avaTexts.title}
        value={asked.get('tab') ?? 'wallet'}
        onChange={(tab) => ask({ tab }, { replace: true })}
        tabs={[
          { value: 'wallet', label: avaTexts.tabs.wallet, content: <WalletTab /> },
          { value: 'premium', label: avaTexts.tabs.premium, content: <PremiumTab /> },
          { value: 'transactions', label: avaTexts.tabs.transactions, content: <TransactionsTab /> },
        ]}
      />
    </PageLayout>
  )
}

function WalletTab() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <PayoutAddressCard />
      <PayoutHistory />
    </div>
  )
}

function WalletSummary() {
  const profile = useQuery(avaProfileQuery)
  return (
    <QueryView query={profile} skeletonRows={1}>
      {({ avaBalance, avaMaturing, totalRatingsGiven, isPremium, premiumExpiresAt }) => (
        <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          <StatCard
            icon={Coins}
            label={avaTexts.balance}
            value={avaTexts.amount(avaBalance)}
            note={
              <>
                {avaTexts.ratingsLeft(ratingsUntilNextAva(totalRatingsGiven))}
                {avaMaturing > 0 && <span className="block">{avaTexts.maturing(avaMaturing)}</span>}
              </>
            }
          />
          <StatCard
            icon={BadgeCheck}
            label={avaTexts.status}
            value={isPremium ? avaTexts.premium : avaTexts.standard}
            note={isPremium && premiumExpiresAt !== null ? avaTexts.until(longDate(premiumExpiresAt)) : undefined}
          />
          <StatCard icon={PenLine} label={avaTexts.ratingsGiven} value={totalRatingsGiven} />
        </dl>
      )}
    </QueryView>
  )
}

/** what Premium is, and how one gets it; what is not built yet says so. */
export function PremiumTab() {
  const profile = useQuery(avaProfileQuery)
  return (
    <Card title={avaTexts.upgrade.title}>
      <p className="mb-4">{avaTexts.upgrade.offer(premiumOffer)}</p>
      <ul className="mb-5 grid gap-2.5">
        {avaTexts.upgrade.benefits.map(({ name, ready }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Check aria-hidden="true" className="size-4.5 text-olive" />
            {name}
            {!ready && <Badge tone="gold">{avaTexts.upgrade.soon}</Badge>}
          </li>
        ))}
      </ul>
      <QueryView query={profile} skeletonRows={1}>
        {({ isPremium, premiumExpiresAt, avaBalance }) =>
          isPremium ? (
            <p className="font-medium">
              {avaTexts.upgrade.already} {premiumExpiresAt !== null && avaTexts.until(longDate(premiumExpiresAt))}
            </p>
          ) : (
            <PremiumPurchase balance={avaBalance} />
          )
        }
      </QueryView>
    </Card>
  )
}

/** V-63 */
function PremiumPurchase({ balance }: { readonly balance: number }) {
  const balanceTooLow = balance < premiumOffer.price
  const buying = useApiMutation('activatePremium', {
    invalidates: ['ava', 'account'],
    onSuccess: () => showToast({ title: avaTexts.upgrade.bought }),
    onError: (error) => showErrorToast(errorMessage(error, avaTexts.upgrade.failed)),
  })
  return (
    <div className="grid justify-items-start gap-3">
      {balanceTooLow && <p className="text-muted">{avaTexts.upgrade.short}</p>}
      <Button
        disabled={balanceTooLow}
        pending={buying.isPending}
        pendingText={avaTexts.upgrade.buying}
        onClick={() => buying.mutate({ body: { durationDays: premiumOffer.days } })}
      >
        {avaTexts.upgrade.buy}
      </Button>
    </div>
  )
}

export function TransactionsTab() {
  const transactions = useQuery(avaTransactionsQuery)
  return (
    <Card title={avaTexts.transactions}>
      <QueryView query={transactions} empty={<EmptyState text={avaTexts.transactionsEmpty} />}>
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((transaction) => (
              <TransactionRow key={transaction.id} of={transaction} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function TransactionRow({ of: { type, amount, description, maturing, createdAt } }: { readonly of: AvaTransaction }) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium break-words">{description}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {longDate(createdAt)} · {avaTexts.transactionTypes[type]}
          {maturing && <Badge tone="gold">{avaTexts.maturingBadge}</Badge>}
        </p>
      </div>
      <p className="shrink-0 font-semibold tabular-nums">{avaTexts.signedAmount(amount)}</p>
    </li>
  )
}
