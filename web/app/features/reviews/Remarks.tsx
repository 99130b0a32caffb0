import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Pager } from '../../components/Pager.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { remarksOn } from './reviews.queries.ts'
import type { Target } from './TargetPicker.tsx'

const { hearings: words, reviews } = texts

/** What businesses wrote to this client alone (Q-113, P-15). */
export function Remarks() {
  const { clientId } = useUser()
  const remarks = useInfiniteQuery({ ...remarksOn(clientId ?? ''), enabled: clientId !== null })
  return (
    <Card title={words.remarks}>
      <p className="mb-4 text-muted">{words.remarksIntro}</p>
      <Loaded query={remarks} empty={<EmptyState text={words.remarksEmpty} />}>
        {(all) => (
          <>
            <ul className="grid gap-4">
              {all.map((remark) => (
                <ReviewCard key={remark.id} review={remark} />
              ))}
            </ul>
            <Pager
              hasMore={remarks.hasNextPage}
              pending={remarks.isFetchingNextPage}
              onMore={() => void remarks.fetchNextPage()}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** A business writes to one of its clients alone. */
export function RemarkOn({ client }: { readonly client: Target }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        {words.remark}
        <span className="sr-only"> {client.name}</span>
      </Button>
      <Dialog open={open} onClose={close} title={words.remarkTitle(client.name)} description={words.remarkText}>
        <ReviewForm
          label={words.remarkTitle(client.name)}
          target={client}
          of="USER"
          longestComment={500}
          failed={reviews.failedDialog}
          onSaved={close}
          aside={
            <Button look="secondary" onClick={close}>
              {texts.kit.cancel}
            </Button>
          }
        />
      </Dialog>
    </>
  )
}
