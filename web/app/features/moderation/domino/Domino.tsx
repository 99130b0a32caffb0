import { useQuery } from '@tanstack/react-query'
import type { ModeratedReview } from '../../../../contract/moderation.ts'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { complain } from '../../../components/toast.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { said } from '../../../shared/refused.ts'
import { read } from '../../../shared/read.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { PlanShown } from './PlanShown.tsx'

const { domino: words } = texts

type Judged = Pick<ModeratedReview, 'id' | 'moderationStatus'>

const planOf = (reviewId: string) => read('moderation', 'dominoOfReview', { params: { id: reviewId } })

/** *Effetto domino*: everything downstream of a review, before anybody decides that it is fake. */
export function Domino({ review: { id, moderationStatus } }: { readonly review: Judged }) {
  const latest = useQuery(planOf(id))
  const foreseeing = useWrite('previewDomino', {
    refreshes: ['moderation'],
    onRefused: (error) => complain(said(error, words.failed)),
  })
  const foresee = () => foreseeing.mutate({ params: { id } })
  const inSight = moderationStatus === 'ACTIVE' || moderationStatus === 'PENDING_REVIEW'
  // of a review out of sight nothing can be foreseen any more
  if (!inSight && !latest.data?.plan) return null
  return (
    <Card title={words.title}>
      <Loaded query={latest} rows={2}>
        {({ plan }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">{words.intro}</p>
            {inSight && (
              <div>
                <Button look="secondary" small pending={foreseeing.isPending} onClick={foresee}>
                  {plan === null ? words.look : words.again}
                </Button>
              </div>
            )}
            {plan !== null && <PlanShown plan={plan} open={inSight} onOutdated={foresee} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
