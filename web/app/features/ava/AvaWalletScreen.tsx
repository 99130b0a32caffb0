import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Coins, PenLine } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useStaysNote } from '../../shared/ava-rules.ts'
import { longDate } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { avaProfile, leftUntilNext } from './ava.queries.ts'
import { PayoutHistory } from './PayoutHistory.tsx'
import { Premium } from './Premium.tsx'
import { Transactions } from './Transactions.tsx'
import { WalletAddress } from './WalletAddress.tsx'

const { ava: words } = texts

/** the balance; where it is paid, what it buys, how it moved. */
export function AvaWalletScreen() {
  const [asked, ask] = useSearchParams()
  const stays = useStaysNote()
  const intro = useUser().role === 'CLIENTE' && stays?.earns ? `${words.intro} ${stays.text}` : words.intro
  return (
    <Screen title={words.title} intro={intro}>
      <Summary />
      <Tabs
        label={words.title}
        value={asked.get('tab') ?? 'wallet'}
        onChange={(tab) => ask({ tab }, { replace: true })}
        tabs={[
          { value: 'wallet', label: words.tabs.wallet, content: <Wallet /> },
          { value: 'premium', label: words.tabs.premium, content: <Premium /> },
          { value: 'transactions', label: words.tabs.transactions, content: <Transactions /> },
        ]}
      />
    </Screen>
  )
}

function Wallet() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <WalletAddress />
      <PayoutHistory />
    </div>
  )
}

function Summary() {
  const profile = useQuery(avaProfile)
  return (
    <Loaded query={profile} rows={1}>
      {({ avaBalance, avaMaturing, totalRatingsGiven, isPremium, premiumExpiresAt }) => (
        <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
          <StatCard
            icon={Coins}
            label={words.balance}
            value={words.amount(avaBalance)}
            note={
              <>
                {words.left(leftUntilNext(totalRatingsGiven))}
                {avaMaturing > 0 && <span className="block">{words.maturing(avaMaturing)}</span>}
              </>
            }
          />
          <StatCard
            icon={BadgeCheck}
            label={words.status}
            value={isPremium ? words.premium : words.standard}
            note={isPremium && premiumExpiresAt !== null ? words.until(longDate(premiumExpiresAt)) : undefined}
          />
          <StatCard icon={PenLine} label={words.given} value={totalRatingsGiven} />
        </dl>
      )}
    </Loaded>
  )
}
