import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DeletionPreview } from '../../../../contract/privacy.ts'
import { Button } from '../../../components/Button.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { longDate } from '../../../shared/format.ts'
import { texts } from '../../../texts.ts'
import { FactList } from '../FactList.tsx'
import { deletionPreview } from './deletion.queries.ts'
import { Export } from './Export.tsx'
import { StepCard } from './StepCard.tsx'

const { preview: words, steps } = texts.deletion

interface PreviewStepProps {
  readonly onBack: () => void
  readonly onNext: () => void
}

/** nothing goes on before it has been seen. */
export function PreviewStep({ onBack, onNext }: PreviewStepProps) {
  const preview = useQuery(deletionPreview)
  return (
    <StepCard title={steps[1]}>
      <Loaded query={preview} failed={words.failed}>
        {(data) => <Seen preview={data} />}
      </Loaded>
      <div className="flex flex-wrap justify-between gap-3">
        <Button look="secondary" onClick={onBack}>
          {words.back}
        </Button>
        <Button disabled={preview.data === undefined} onClick={onNext}>
          {words.next}
        </Button>
      </div>
    </StepCard>
  )
}

function Seen({
  preview: { accountInfo, dataToBeDeleted, dataToBeAnonymized },
}: {
  readonly preview: DeletionPreview
}) {
  const { businessName, email, createdAt } = accountInfo
  const { bookings, avaBalance, walletConnections } = dataToBeDeleted
  const { reviews, businessReviews } = dataToBeAnonymized
  return (
    <>
      <Part title={words.account}>
        <FactList
          facts={[
            [words.name, businessName],
            [words.email, email],
            [words.since, longDate(createdAt)],
          ]}
        />
      </Part>
      <Part title={words.deleted}>
        <List items={[words.bookings(bookings), words.ava(avaBalance), words.addresses(walletConnections)]} />
      </Part>
      <Part title={words.anonymised}>
        <List items={[words.written(reviews), words.received(businessReviews)]} />
      </Part>
      <Export />
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
