import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { longDate } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { ownExclusionsOf, profileOf } from './reviews.queries.ts'
import { ScoreShown } from './ScoreNote.tsx'
import { WhyScore } from './WhyScore.tsx'

const { score: words } = texts.why

/** A business's own score, unfolded, with the reasons given for what is left out of it. */
export function OwnScore() {
  const { id } = useUser()
  const profile = useQuery(profileOf(id))
  return (
    <Card title={words.ownTitle} action={<WhyScore businessId={id} own />}>
      <Loaded query={profile} rows={1}>
        {({ scores, totalReviews }) => (
          <div className="grid gap-4">
            <ScoreShown scores={scores} total={totalReviews} />
            {scores.exclusions.length > 0 && <Reasons businessId={id} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Reasons({ businessId }: { readonly businessId: string }) {
  const query = useQuery(ownExclusionsOf(businessId))
  return (
    <section>
      <h3 className="mb-1 font-semibold">{words.given}</h3>
      <Loaded query={query} rows={1}>
        {(all) => (
          <ul className="grid gap-2 text-sm">
            {all.map(({ id, from, to, facts, liftedAt }) => (
              <li key={id} className="grid gap-0.5 border-t border-line pt-2">
                <p className="font-medium">{words.leftOut(longDate(from), longDate(to))}</p>
                <p className="break-words whitespace-pre-line">{facts}</p>
                {liftedAt !== null && <p className="text-muted">{words.lifted(longDate(liftedAt))}</p>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
