import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { streams } from '../../../contract/audit/streams.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { ReasonDialog } from '../../components/dialogs.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { PlayableSlider } from '../../components/playable-slider.tsx'
import { classNames } from '../../components/styles.ts'
import { dateTime } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { showToast } from '../../toasts.ts'
import { type StreamMoment, streamMomentQuery, streamQuery } from './queries.ts'
import { MarkButton, shownValue, StateComparison, type StreamEvent } from './StateComparison.tsx'
import { eventLogTexts } from './texts.ts'

const texts = eventLogTexts.stream

/** The events of a stream and its state at any moment, for auditors. @rule D-16 */
export function StreamPage() {
  const { stream = '' } = useParams()
  return <Stream key={stream} stream={stream} />
}

/** The moment in the query of the URL; null for now. */
const useMoment = () => {
  const [search, setSearch] = useSearchParams()
  const given = streams.auditedStream.query.pick({ at: true, version: true }).safeParse(Object.fromEntries(search))
  const { at, version } = given.data ?? {}
  const moment: StreamMoment | null = version === undefined ? (at === undefined ? null : { at }) : { version }
  const show = useCallback(
    (chosen: StreamMoment | null) =>
      setSearch(chosen === null ? {} : 'at' in chosen ? chosen : { version: String(chosen.version) }, {
        replace: true,
      }),
    [setSearch],
  )
  return { moment, show }
}

function Stream({ stream }: { readonly stream: string }) {
  const query = useInfiniteQuery(streamQuery(stream))
  const isForAdmin = isAdmin(useUser())
  return (
    <PageLayout
      title={texts.title(stream)}
      intro={texts.intro}
      action={isForAdmin ? <OpeningButton stream={stream} /> : undefined}
    >
      <QueryView query={query} errorTitle={texts.failed}>
        {({ events, lastVersion }) => (
          <History stream={stream} events={events} lastVersion={lastVersion} more={<LoadMoreButton query={query} />} />
        )}
      </QueryView>
    </PageLayout>
  )
}

interface HistoryProps {
  readonly stream: string
  /** Those that are loaded, oldest first. */
  readonly events: readonly StreamEvent[]
  readonly lastVersion: number
  readonly more: ReactNode
}

/** The stream at one moment, chosen with a slider, by time or by event. @rule D-68 */
function History({ stream, events, lastVersion, more }: HistoryProps) {
  const { moment, show } = useMoment()
  const shown = useQuery(streamMomentQuery(stream, moment ?? { version: lastVersion }))
  const [marks, setMarks] = useState<readonly StreamEvent[]>([])
  const event = shown.data?.event ?? null
  const showVersion = useCallback((version: number) => show({ version }), [show])
  return (
    <div className="grid gap-6">
      <Card title={texts.moment}>
        <div className="grid gap-5">
          <VersionSlider
            version={moment !== null && 'version' in moment ? moment.version : (event?.version ?? 0)}
            events={event === null ? events : [event, ...events]}
            lastVersion={lastVersion}
            isReady={!shown.isPlaceholderData && !shown.isPending}
            onChange={showVersion}
          />
          <MomentForm isPast={moment !== null} onShow={show} />
        </div>
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={texts.events}>
          <ol className="divide-y divide-line">
            {events.map((one) => (
              <EventItem key={one.id} event={one} isShown={one.id === event?.id} onShow={showVersion} />
            ))}
          </ol>
          {more}
        </Card>
        <Card
          title={texts.state}
          action={event !== null && <MarkButton event={event} marks={marks} onChange={setMarks} />}
        >
          <QueryView query={shown} errorTitle={texts.failed}>
            {({ state, omitted }) =>
              event === null ? (
                <EmptyState text={texts.nothingYet} />
              ) : (
                <>
                  <Json label={texts.stateText} value={state} />
                  {omitted > 0 && <p className="mt-2 text-sm text-muted">{texts.omitted(omitted)}</p>}
                </>
              )
            }
          </QueryView>
        </Card>
      </div>
      {marks.length > 0 && <StateComparison stream={stream} marks={marks} onEnd={() => setMarks([])} />}
    </div>
  )
}

interface VersionSliderProps {
  /** Of the moment shown; 0 before the first event. */
  readonly version: number
  /** The known ones. */
  readonly events: readonly StreamEvent[]
  readonly lastVersion: number
  readonly isReady: boolean
  readonly onChange: (version: number) => void
}

/** How long the slider must rest before the state is loaded. */
const restMs = 200

function VersionSlider({ version, events, lastVersion, isReady, onChange }: VersionSliderProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  useEffect(() => {
    if (dragged === null) return undefined
    const timer = setTimeout(() => {
      onChange(dragged)
      setDragged(null)
    }, restMs)
    return () => clearTimeout(timer)
  }, [dragged, onChange])
  const value = Math.min(dragged ?? version, lastVersion)
  const event = events.find((one) => one.version === value)
  const place = texts.place(value, lastVersion)
  return (
    <PlayableSlider
      label={texts.slider}
      value={value}
      min={1}
      max={lastVersion}
      valueText={
        value === 0
          ? texts.beforeFirst
          : event === undefined
            ? place
            : texts.event(place, event.type, dateTime(event.at))
      }
      first={1}
      previous={value > 1 ? value - 1 : undefined}
      next={value < lastVersion ? value + 1 : undefined}
      isReady={isReady && dragged === null}
      onChange={setDragged}
    />
  )
}

interface MomentFormProps {
  readonly isPast: boolean
  readonly onShow: (moment: StreamMoment | null) => void
}

function MomentForm({ isPast, onShow }: MomentFormProps) {
  const [local, setLocal] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (local !== '') onShow({ at: new Date(local).toISOString() })
  }
  return (
    <form aria-label={texts.form} onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextInput
        type="datetime-local"
        step="1"
        label={texts.at}
        value={local}
        onChange={({ target }) => setLocal(target.value)}
      />
      <Button type="submit" variant="secondary">
        {texts.show}
      </Button>
      {isPast && (
        <Button variant="secondary" onClick={() => onShow(null)}>
          {texts.now}
        </Button>
      )}
    </form>
  )
}

interface EventItemProps {
  readonly event: StreamEvent
  /** Its state is shown. */
  readonly isShown: boolean
  readonly onShow: (version: number) => void
}

function EventItem({ event, isShown, onShow }: EventItemProps) {
  const { id, type, version, at, actor, correlationId, data } = event
  return (
    <li
      aria-current={isShown ? 'step' : undefined}
      className={classNames('grid gap-2 border-l-4 py-4 pl-3', isShown ? 'border-l-brand' : 'border-l-transparent')}
    >
      <h3 className="font-semibold break-words">
        {texts.version(version)} {type}
      </h3>
      <p className="text-sm break-words text-muted">
        {dateTime(at)} · {texts.by(actor.id ?? actor.role)}
      </p>
      <Disclosure title={texts.data}>
        <Json label={texts.data} value={data} />
      </Disclosure>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Button small variant="secondary" onClick={() => onShow(version)}>
          {texts.untilHere}
        </Button>
        <TextLink to={`/admin/audit/events/${encodeURIComponent(id)}`}>{eventLogTexts.details}</TextLink>
        <TextLink to={`/admin/audit/correlations/${encodeURIComponent(correlationId)}`}>{texts.consequences}</TextLink>
      </div>
    </li>
  )
}

function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the text
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-control border border-line p-3"
    >
      <pre className="text-xs">{JSON.stringify(value, shownValue, 2)}</pre>
    </section>
  )
}

/** Opens the personal fields for an hour, after a reason. @rule D-46 */
function OpeningButton({ stream }: { readonly stream: string }) {
  const [asks, setAsks] = useState(false)
  const opening = useApiMutation('openStream', {
    invalidates: ['event-log'],
    onSuccess: ({ until }) => {
      setAsks(false)
      showToast({ title: eventLogTexts.opening.done(dateTime(until)) })
    },
  })
  const { button, title, text, reason: label, confirm } = eventLogTexts.opening
  return (
    <>
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {button}
      </Button>
      {asks && (
        <ReasonDialog
          {...{ title, text, label, confirm }}
          maxLength={limitsOf(streams.openStream.body, 'reason').maxLength}
          pending={opening.isPending}
          error={opening.error}
          onClose={() => setAsks(false)}
          onConfirm={(reason) => opening.mutate({ body: { stream, reason } })}
        />
      )}
    </>
  )
}
