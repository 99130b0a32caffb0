import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../components/CopyButton.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { Counters } from './Counters.tsx'
import { Coupon } from './Coupon.tsx'
import { Redeem } from './Redeem.tsx'
import { ownRewards } from './rewards.queries.ts'
import { WhyReward } from './WhyReward.tsx'

const { rewards: words } = texts
const empty = (
  <EmptyState text={words.empty} action={<LinkButton to="/my-reviews">{texts.shell.myReviews}</LinkButton>} />
)

export function OwnCodes() {
  const rewards = useQuery(ownRewards)
  return (
    <section aria-label={words.mine} className="grid gap-4">
      <Loaded query={rewards} failed={words.loadFailed} empty={empty}>
        {(list) => (
          <>
            <Counters rewards={list} />
            <ul className="grid gap-4">
              {list.map((reward) => (
                <Coupon
                  key={reward.code}
                  reward={reward}
                  about={<Venue id={reward.businessId} name={reward.businessName} />}
                  more={<WhyReward code={reward.code} />}
                  actions={
                    <>
                      <CopyButton value={reward.code} label={words.copy} />
                      <Redeem code={reward.code} percent={reward.discountPercent} />
                    </>
                  }
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

function Venue({ id, name }: { readonly id: string | null; readonly name: string | null }) {
  if (id === null || name === null) return words.anywhere
  return <TextLink to={`/business/${id}`}>{words.at(name)}</TextLink>
}
