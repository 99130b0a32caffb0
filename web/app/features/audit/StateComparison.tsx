import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import type { ResponseOf } from '../../shared/api.ts'
import { streamChangesQuery } from './queries.ts'
import { eventLogTexts } from './texts.ts'

const { compare: texts, sealed } = eventLogTexts.stream

export type StreamEvent = ResponseOf<'auditedStream'>['events'][number]

interface MarkButtonProps {
  readonly event: StreamEvent
  readonly marks: readonly StreamEvent[]
  readonly onChange: (marks: readonly StreamEvent[]) => void
}

/** Marks the moment shown as the first or the second of a comparison, in whichever order. */
export function MarkButton({ event, marks, onChange }: MarkButtonProps) {
  const [first, second] = marks
  const isFirst = first === undefined || second !== undefined
  const mark = () => onChange(isFirst ? [event] : [first, event].toSorted((one, other) => one.version - other.version))
  return (
    <Button small variant="secondary" disabled={!isFirst && first.id === event.id} onClick={mark}>
      {isFirst ? texts.from : texts.to(first.version)}
    </Button>
  )
}

interface StateComparisonProps {
  readonly stream: string
  /** One, or two in the order of the stream. */
  readonly marks: readonly StreamEvent[]
  readonly onEnd: () => void
}

/** What changed between two moments of a stream, and by which events. @rule D-68 */
export function StateComparison({ stream, marks: [first, second], onEnd }: StateComparisonProps) {
  const { title, end, chooseSecond } = texts
  return (
    <Card
      title={title}
      action={
        <Button small variant="secondary" onClick={onEnd}>
          {end}
        </Button>
      }
    >
      {first !== undefined &&
        (second === undefined ? (
          <p className="text-muted">{chooseSecond(first.version)}</p>
        ) : (
          <Changes stream={stream} first={first} second={second} />
        ))}
    </Card>
  )
}

interface ChangesProps {
  readonly stream: string
  readonly first: StreamEvent
  readonly second: StreamEvent
}

function Changes({ stream, first, second }: ChangesProps) {
  const changes = useInfiniteQuery(streamChangesQuery(stream, first.position, second.position))
  const { between, failed, none, columns, table } = texts
  return (
    <div className="grid gap-4">
      <p className="text-muted">{between(first.version, second.version)}</p>
      <QueryView query={changes} errorTitle={failed} empty={<EmptyState text={none} />}>
        {(found) => (
          <div>
            <DataTable
              label={table}
              columns={[columns.path, columns.before, columns.after, columns.event].map((column) => ({
                title: column,
              }))}
              rows={found.map(({ path, before, after, eventId, type }, n) => ({
                key: `${eventId} ${path} ${n}`,
                cells: [
                  <code key="path">{path}</code>,
                  <Value key="before" value={before} />,
                  <Value key="after" value={after} />,
                  <TextLink key="event" to={`/admin/audit/events/${encodeURIComponent(eventId)}`}>
                    {type}
                  </TextLink>,
                ],
              }))}
            />
            <LoadMoreButton query={changes} />
          </div>
        )}
      </QueryView>
    </div>
  )
}

function Value({ value }: { readonly value: unknown }) {
  return value === null ? texts.nothing : <code>{JSON.stringify(value, shownValue)}</code>
}

/** Sealed values in words. */
export const shownValue = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'sealed' in value && value.sealed === true ? `[${sealed}]` : value
