import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Check, Coins, PenLine } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { AvaProfile, AvaTransaction } from '../../../contract/ava/wallet.ts'
import { Button } from '../../components/buttons.tsx'
import { LineChart } from '../../components/charts/charts.tsx'
import { Badge, Card, StatCard } from '../../components/data-display.tsx'
import { DefinitionList } from '../../components/definition-list.tsx'
import { EmptyState, ErrorState, QueryView } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { dayLabels, wholeNumber } from '../../shared/chart-formats.ts'
import { longDate } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { BalanceCheckCard } from './BalanceCheckCard.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { PayoutAddressCard } from './PayoutAddress.tsx'
import { avaHistoryQuery, avaProfileQuery, avaTransactionsQuery } from './queries.ts'
import { useStayRulesNote } from './rule-sets.ts'
import { avaTexts } from './wallet.texts.ts'

/** Balance, payouts, Premium and transactions. @rule R-79 */
export function AvaWalletPage() {
  const [params, setParams] = useSearchParams()
  const stays = useStayRulesNote()
  const intro = useUser().role === 'CLIENTE' && stays?.earns ? `${avaTexts.intro} ${stays.text}` : avaTexts.intro
  return (
    <PageLayout title={avaTexts.title} intro={intro}>
      <WalletSummary />
      <Tabs
        label={avaTexts.title}
        value={params.get('tab') ?? 'wallet'}
        onChange={(tab) => setParams({ tab }, { replace: true })}
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
      <div className="grid gap-6">
        <PotsCard />
        <PayoutAddressCard />
      </div>
      <div className="grid gap-6">
        <PayoutHistory />
        <BalanceCheckCard />
      </div>
    </div>
  )
}

/** @rule Q-126 what may leave is shown apart from what may not */
function PotsCard() {
  const profile = useQuery(avaProfileQuery)
  return (
    <Card title={avaTexts.pots.title}>
      <QueryView query={profile} skeletonRows={1}>
        {({ avaPots }) => (
          <DefinitionList
            facts={[
              [avaTexts.pots.ratings, avaTexts.amount(avaPots.ratings)],
              [avaTexts.pots.stays, avaTexts.amount(avaPots.stays)],
              [avaTexts.pots.unconfirmedStays, avaTexts.amount(avaPots.unconfirmedStays)],
            ]}
          />
        )}
      </QueryView>
      <p className="mt-4 max-w-prose text-sm text-muted">{avaTexts.pots.note}</p>
    </Card>
  )
}

function WalletSummary() {
  const profile = useQuery(avaProfileQuery)
  return (
    <QueryView query={profile} skeletonRows={1}>
      {({ avaBalance, avaMaturing, totalRatingsGiven, ratingsToNextAva, isPremium, premiumExpiresAt }) => (
        <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          <StatCard
            icon={Coins}
            label={avaTexts.balance}
            value={avaTexts.amount(avaBalance)}
            note={
              <>
                {avaTexts.ratingsLeft(ratingsToNextAva)}
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

/** Benefits and purchase of Premium. @rule R-81 @rule Q-73 clients see which ones are for businesses */
function PremiumTab() {
  const profile = useQuery(avaProfileQuery)
  const isClient = useUser().role === 'CLIENTE'
  return (
    <Card title={avaTexts.upgrade.title}>
      {profile.data !== undefined && <p className="mb-4">{avaTexts.upgrade.offer(profile.data.premiumOffer)}</p>}
      <ul className="mb-5 grid gap-2.5">
        {avaTexts.upgrade.benefits.map(({ name, businessOnly }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Check aria-hidden="true" className="size-4.5 text-olive" />
            {name}
            {isClient && businessOnly && <Badge>{avaTexts.upgrade.businessOnly}</Badge>}
          </li>
        ))}
      </ul>
      <QueryView query={profile} skeletonRows={1}>
        {({ isPremium, premiumExpiresAt, premiumOffer }) =>
          isPremium ? (
            <p className="font-medium">
              {avaTexts.upgrade.active} {premiumExpiresAt !== null && avaTexts.until(longDate(premiumExpiresAt))}
            </p>
          ) : (
            <PremiumPurchase offer={premiumOffer} />
          )
        }
      </QueryView>
    </Card>
  )
}

/** @rule V-63 disabled while the balance is too low or a request is pending */
function PremiumPurchase({ offer }: { readonly offer: AvaProfile['premiumOffer'] }) {
  const buying = useApiMutation('activatePremium', {
    invalidates: ['ava', 'account', 'analytics'],
    onSuccess: () => showToast({ title: avaTexts.upgrade.bought }),
    onError: (error) => showErrorToast(errorMessage(error, avaTexts.upgrade.failed)),
  })
  return (
    <div className="grid justify-items-start gap-3">
      {!offer.affordable && <p className="text-muted">{avaTexts.upgrade.insufficientBalance}</p>}
      <Button
        disabled={!offer.affordable}
        pending={buying.isPending}
        pendingText={avaTexts.upgrade.buying}
        onClick={() => buying.mutate({ body: { durationDays: offer.days } })}
      >
        {avaTexts.upgrade.buy}
      </Button>
    </div>
  )
}

function TransactionsTab() {
  const transactions = useQuery(avaTransactionsQuery)
  return (
    <div className="grid gap-6">
      <BalanceHistory />
      <Card title={avaTexts.transactions}>
        <QueryView query={transactions} empty={<EmptyState text={avaTexts.transactionsEmpty} />}>
          {(list) => (
            <ul className="divide-y divide-line">
              {list.map((transaction) => (
                <TransactionRow key={transaction.id} transaction={transaction} />
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </div>
  )
}

function BalanceHistory() {
  const query = useQuery(avaHistoryQuery)
  if (query.isError) return <ErrorState text={query.error.message} onRetry={() => void query.refetch()} />
  const points = query.data?.points.map(({ day, balance }) => ({ day, values: [balance] }))
  const texts = avaTexts.history
  return (
    <Card>
      <LineChart
        title={texts.title}
        heading="h2"
        empty={texts.empty}
        series={[texts.series]}
        points={points?.every(({ values: [balance] }) => balance === 0) === true ? [] : points}
        days={dayLabels}
        format={wholeNumber}
        stepped
        fromZero
      />
    </Card>
  )
}

function TransactionRow({ transaction }: { readonly transaction: AvaTransaction }) {
  const { type, amount, description, maturing, createdAt } = transaction
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
