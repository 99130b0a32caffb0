import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Coins, PenLine } from 'lucide-react'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { StatCard } from '../../components/StatCard.tsx'
import { longDate } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { avaProfile, leftUntilNext } from './ava.queries.ts'
import { Transactions } from './Transactions.tsx'

const { ava: words } = texts

/** the balance and its movements. */
export function AvaWalletScreen() {
  return (
    <Screen title={words.title} intro={words.intro}>
      <Summary />
      <Transactions />
    </Screen>
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
