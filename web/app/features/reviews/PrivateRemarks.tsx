import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { Dialog } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { useUser } from '../../shared/session.ts'
import { maxDialogComment } from '../../../contract/reviews/reviews.ts'
import { ReviewForm, type ReviewTarget } from './NewReviewDialog.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { privateRemarksQuery } from './queries.ts'
import { remarkTexts, reviewTexts } from './texts.ts'

/** Private remarks of businesses about this client, visible to the client only. @rule Q-113 @rule P-15 */
export function PrivateRemarks() {
  const { clientId } = useUser()
  const remarks = useInfiniteQuery({ ...privateRemarksQuery(clientId ?? ''), enabled: clientId !== null })
  return (
    <Card title={remarkTexts.title}>
      <p className="mb-4 text-muted">{remarkTexts.intro}</p>
      <QueryView query={remarks} empty={<EmptyState text={remarkTexts.empty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4">
              {all.map((remark) => (
                <ReviewCard key={remark.id} review={remark} />
              ))}
            </ul>
            <LoadMoreButton query={remarks} />
          </>
        )}
      </QueryView>
    </Card>
  )
}

/** Button and dialog for a private remark about a client. */
export function PrivateRemarkDialog({ client }: { readonly client: ReviewTarget }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {remarkTexts.write}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={remarkTexts.dialogTitle(client.name)}
        description={remarkTexts.dialogText}
      >
        <ReviewForm
          label={remarkTexts.dialogTitle(client.name)}
          target={client}
          targetType="USER"
          maxCommentLength={maxDialogComment}
          failureText={reviewTexts.failedDialog}
          onSaved={close}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}
