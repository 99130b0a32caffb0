import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Lock, LockOpen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { Card } from '../../components/data-display.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { classNames } from '../../components/styles.ts'
import { wholeNumber } from '../../shared/chart-formats.ts'
import { dateTime } from '../../shared/format.ts'
import { CausationGraph } from './CausationGraph.tsx'
import { correlationTexts } from './correlation.texts.ts'
import { eventTexts as texts } from './event.texts.ts'
import { fieldsOf, type HashStep, type ProofCheck, proofParts, type RecordedField } from './log-proof.ts'
import { type CheckedEvent, eventQuery } from './queries.ts'

/** An event of the log, with the proof that it is there. @rule D-67 */
export function EventPage() {
  const { eventId = '' } = useParams()
  const event = useQuery(eventQuery(eventId, useQueryClient()))
  const type = event.data?.event.type
  return (
    <PageLayout title={type === undefined ? texts.loadingTitle : texts.title(type)} intro={texts.intro}>
      <QueryView query={event} errorTitle={texts.failed}>
        {(loaded) => (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Facts loaded={loaded} />
            <Proof loaded={loaded} />
            <div className="min-w-0 lg:col-span-2">
              <Consequences loaded={loaded} />
            </div>
          </div>
        )}
      </QueryView>
    </PageLayout>
  )
}

const { facts } = texts

function Facts({ loaded: { event, stream, proof } }: { readonly loaded: CheckedEvent }) {
  const { id, version, at, actor, causationId, correlationId, data } = event
  const fields = fieldsOf(proof.leaf, data)
  return (
    <Card title={facts.title}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Fact label={facts.id}>{id}</Fact>
        <Fact label={facts.stream}>
          <TextLink to={`/admin/audit/streams/${encodeURIComponent(stream)}`}>{stream}</TextLink>,{' '}
          {facts.version(version)}
        </Fact>
        <Fact label={facts.at}>{dateTime(at)}</Fact>
        <Fact label={facts.actor}>{[facts.roles[actor.role] ?? actor.role, actor.id].filter(Boolean).join(' · ')}</Fact>
        <Fact label={facts.cause}>
          {causationId === null ? (
            facts.noCause
          ) : (
            <TextLink to={`/admin/audit/events/${encodeURIComponent(causationId)}`}>{causationId}</TextLink>
          )}
        </Fact>
        <Fact label={facts.correlation}>{correlationId}</Fact>
        <Fact label={facts.leaf}>{wholeNumber(proof.leafIndex)}</Fact>
      </dl>
      <h3 className="mt-5 mb-3 font-semibold">{facts.data}</h3>
      {fields.length === 0 && <p className="text-sm text-muted">{facts.noData}</p>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {fields.map((field) => (
          <Fact key={field.path} label={field.path}>
            <FieldValue field={field} />
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-y-0.5 sm:col-span-2 sm:grid-cols-subgrid">
      <dt className="text-sm break-words text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function FieldValue({ field: { state, value } }: { readonly field: RecordedField }) {
  const Icon = state === 'sealed' ? Lock : LockOpen
  const text = typeof value === 'string' ? value : value === null ? facts.none : JSON.stringify(value)
  if (state === 'clear') return <span className="whitespace-pre-line">{text}</span>
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 whitespace-pre-line">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-honey-ink" />
      {state === 'opened' && <span className="min-w-0 break-words">{text}</span>}
      <span className="text-sm text-muted">{facts[state]}</span>
    </span>
  )
}

function Consequences({ loaded: { event } }: { readonly loaded: CheckedEvent }) {
  const { id, correlationId } = event
  return (
    <Card
      title={correlationTexts.section}
      action={
        <TextLink to={`/admin/audit/correlations/${encodeURIComponent(correlationId)}`}>
          {correlationTexts.all}
        </TextLink>
      }
    >
      <CausationGraph correlationId={correlationId} current={id} />
    </Card>
  )
}

const { proof: proofTexts } = texts

function Proof({ loaded: { check, proof, event } }: { readonly loaded: CheckedEvent }) {
  const hasOpened = fieldsOf(proof.leaf, event.data).some(({ state }) => state === 'opened')
  return (
    <Card title={proofTexts.title}>
      <div className="grid gap-4">
        <output
          className={classNames(
            'block rounded-card p-4 font-semibold',
            check?.holds === true ? 'bg-olive-soft text-olive' : 'bg-danger-soft text-danger',
          )}
        >
          {verdictOf(check)}
        </output>
        {check !== null && <Parts check={check} />}
        <p className="max-w-prose text-sm text-muted">{proofTexts.limits}</p>
        {hasOpened && <p className="max-w-prose text-sm text-muted">{proofTexts.openedNotProved}</p>}
        {check !== null && (
          <Disclosure title={proofTexts.steps(check.steps.length)}>
            <Steps check={check} />
          </Disclosure>
        )}
        <Disclosure title={proofTexts.leafText}>
          <Verbatim text={proof.leaf} />
        </Disclosure>
        {proof.checkpoint !== null && (
          <Disclosure title={proofTexts.note}>
            <Verbatim text={proof.checkpoint} />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

const verdictOf = (check: ProofCheck | null) => {
  if (check === null) return proofTexts.notPossible
  return check.holds ? proofTexts.holds : proofTexts.fails
}

function Parts({ check: { parts, keyId } }: { readonly check: ProofCheck }) {
  return (
    <ul className="grid gap-2">
      {proofParts.map((part) => {
        const holds = parts[part]
        const Icon = holds ? Check : X
        return (
          <li key={part} className={classNames('flex items-start gap-2', !holds && 'font-semibold text-danger')}>
            <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', holds && 'text-olive')} />
            <span>
              <span className="sr-only">{holds ? proofTexts.holdsShort : proofTexts.doesNotHold}: </span>
              {proofTexts.parts[part][holds ? 0 : 1]}
              {part === 'signature' && keyId !== null && (
                <span className="block text-sm break-all text-muted">{proofTexts.key(keyId)}</span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Steps({ check: { leafHash, steps, signed } }: { readonly check: ProofCheck }) {
  return (
    <ol className="grid gap-4 text-sm">
      <li className="grid gap-1">
        {proofTexts.leafStep}
        <Hash value={leafHash} />
      </li>
      {steps.map((step) => (
        <Step key={step.result} step={step} />
      ))}
      <li className="grid gap-1">
        {proofTexts.root}
        <Hash value={signed?.root ?? proofTexts.noRoot} />
      </li>
    </ol>
  )
}

function Step({ step: { side, sibling, result } }: { readonly step: HashStep }) {
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      {proofTexts.step[side]}
      <span className="text-muted">{proofTexts.sibling}</span>
      <Hash value={sibling} />
      <span className="text-muted">{proofTexts.result}</span>
      <Hash value={result} />
    </li>
  )
}

function Hash({ value }: { readonly value: string }) {
  return <code className="text-xs break-all">{value}</code>
}

function Verbatim({ text }: { readonly text: string }) {
  return <pre className="text-xs break-all whitespace-pre-wrap">{text}</pre>
}
