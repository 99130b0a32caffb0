import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { texts } from '../../texts.ts'
import { Counters } from './Counters.tsx'
import { Coupon } from './Coupon.tsx'
import { RedeemPresented } from './RedeemPresented.tsx'
import { issuedRewards } from './rewards.queries.ts'

const { rewards: words } = texts

/** Whose a code was shows once it has been spent, never before. No hint tells when a client spends one. */
export function IssuedCodes() {
  const rewards = useQuery({ ...issuedRewards, refetchOnMount: 'always' })
  return (
    <section aria-label={words.issued} className="grid gap-4">
      <RedeemPresented />
      <Loaded query={rewards} failed={words.loadFailed} empty={<EmptyState text={words.emptyIssued} />}>
        {(list) => (
          <>
            <Counters rewards={list} />
            <ul className="grid gap-4">
              {list.map((reward) => (
                <Coupon
                  key={`${reward.createdAt} ${reward.code}`}
                  reward={reward}
                  about={reward.clientName ?? words.reservedOwner}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}
