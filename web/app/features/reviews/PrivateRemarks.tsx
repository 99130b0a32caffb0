import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { useUser } from '../../shared/session.ts'
import { ReviewForm, type ReviewTarget } from './NewReviewDialog.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { privateRemarksQuery } from './queries.ts'
import { componentTexts } from '../../components/texts.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

/** What businesses wrote to this client alone (Q-113, P-15). */
export function PrivateRemarks() {
  const { clientId } = useUser()
  const remarks = useInfiniteQuery({ ...privateRemarksQuery(clientId ?? ''), enabled: clientId !== null })
  return (
    <Card title={disputeTexts.remarks}>
      <p className="mb-4 text-muted">{disputeTexts.remarksIntro}</p>
      <QueryView query={remarks} empty={<EmptyState text={disputeTexts.remarksEmpty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4">
              {all.map((remark) => (
                <ReviewCard key={remark.id} review={remark} />
              ))}
            </ul>
            <LoadMoreButton
              hasMore={remarks.hasNextPage}
              pending={remarks.isFetchingNextPage}
              onLoadMore={() => void remarks.fetchNextPage()}
            />
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** A business writes to one of its clients alone. */
export function PrivateRemarkDialog({ client }: { readonly client: ReviewTarget }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {disputeTexts.remark}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={disputeTexts.remarkTitle(client.name)}
        description={disputeTexts.remarkText}
      >
        <ReviewForm
          label={disputeTexts.remarkTitle(client.name)}
          target={client}
          targetType="USER"
          maxCommentLength={500}
          failureText={reviewTexts.failedDialog}
          onSaved={close}
          aside={
            <Button variant="secondary" onClick={close}>
              {componentTexts.cancel}
            </Button>
          }
        />
      </Dialog>
    </>
  )
}
