import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { everyHalfMinute } from '../../shared/polled.ts'
import { moment } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { receivedRatings } from './ratings.queries.ts'

const { sync: words } = texts.dashboard.client

/** how fresh what is shown is, and the way to look again at once. */
export function SyncPanel() {
  const { data, dataUpdatedAt, isFetching, isError, refetch } = useQuery({ ...receivedRatings, ...everyHalfMinute })
  return (
    <Card
      title={words.title}
      action={
        <Button look="secondary" small pending={isFetching} pendingText={words.reading} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {words.again}
        </Button>
      }
    >
      <p className="text-sm text-muted">{words.text}</p>
      <p aria-live="polite" className="mt-2 text-sm font-medium">
        {isError
          ? words.failed
          : data !== undefined && words.readAt(data.length, moment(new Date(dataUpdatedAt).toISOString()))}
      </p>
    </Card>
  )
}
