import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Card } from '../../components/data-display.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import type { ResponseOf } from '../../shared/api.ts'
import { wholeNumber } from '../../shared/chart-formats.ts'
import { dateTime } from '../../shared/format.ts'
import { checkpointsQuery, openingsQuery, readModelsQuery, witnessesQuery } from './queries.ts'
import { overviewTexts as texts } from './overview.texts.ts'
import { eventLogTexts } from './texts.ts'

const times = new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', timeZone: 'Europe/Rome' })
/** Milliseconds → 15:30:07 in Rome */
const timeOfDay = (ms: number) => times.format(ms)

/** Whether the log is sealed, confirmed and what everybody sees. @rule D-66 */
export function OverviewPage() {
  return (
    <PageLayout title={texts.title} intro={texts.intro}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Checkpoints />
        <Witnesses />
        <ReadModels />
        <Openings />
      </div>
    </PageLayout>
  )
}

function Checkpoints() {
  const checkpoints = useQuery(checkpointsQuery)
  const { title, intro, table, columns, empty, failed, live } = texts.checkpoints
  return (
    <Card
      title={title}
      action={
        checkpoints.data && (
          <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
            <span aria-hidden="true" className="size-2 rounded-full bg-olive motion-safe:animate-pulse" />
            {live(timeOfDay(checkpoints.dataUpdatedAt))}
          </span>
        )
      }
    >
      <p className="mb-4 max-w-prose text-sm text-muted">{intro}</p>
      <QueryView query={checkpoints} errorTitle={failed} empty={<EmptyState text={empty} />}>
        {(found) => (
          <DataTable
            label={table}
            columns={[
              { title: columns.size, numeric: true },
              { title: columns.at },
              { title: columns.root },
              { title: columns.key },
            ]}
            rows={found.map(({ treeSize, at, rootHash, keyId }) => ({
              key: String(treeSize),
              cells: [
                wholeNumber(treeSize),
                dateTime(at),
                <code key="root" title={rootHash}>
                  {rootHash.slice(0, 12)}…
                </code>,
                <code key="key">{keyId}</code>,
              ],
            }))}
          />
        )}
      </QueryView>
    </Card>
  )
}

function Witnesses() {
  const witnesses = useQuery(witnessesQuery(useQueryClient()))
  const { title, honest, none, failed } = texts.witnesses
  return (
    <Card title={title}>
      <p className="mb-4 max-w-prose text-sm text-muted">{honest}</p>
      <QueryView query={witnesses} errorTitle={failed} empty={<EmptyState text={none} />}>
        {(known) => (
          <ul className="grid gap-4">
            {known.map(({ name, keyId, latest }) => (
              <li key={keyId} className="grid gap-1">
                <p className="flex flex-wrap items-center gap-2 font-medium break-all">
                  {name}
                  <Badge tone={latest === null ? 'bad' : 'good'}>
                    {latest === null ? texts.witnesses.notCosigned : texts.witnesses.cosigned}
                  </Badge>
                </p>
                <p className="text-sm text-muted">{witnessText(latest)}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

const witnessText = (latest: { treeSize: number; at: string; isNewest: boolean } | null) => {
  if (latest === null) return texts.witnesses.never
  const since = texts.witnesses.since(wholeNumber(latest.treeSize), dateTime(latest.at))
  return latest.isNewest ? since : `${since} ${texts.witnesses.behind}`
}

function ReadModels() {
  const checks = useQuery(readModelsQuery)
  const { title, intro, failed, empty } = texts.readModels
  return (
    <Card title={title}>
      <p className="mb-4 max-w-prose text-sm text-muted">{intro}</p>
      <QueryView query={checks} errorTitle={failed} empty={<EmptyState text={empty} />}>
        {(found) => <ReadModelChecks checks={found} />}
      </QueryView>
    </Card>
  )
}

function ReadModelChecks({ checks }: { readonly checks: ResponseOf<'readModelChecks'> }) {
  const { table, columns, allEqual, someDiffer, equal, differs } = texts.readModels
  const differing = checks.filter((check) => !check.equal)
  const others = checks.filter((check) => check.equal)
  return (
    <div className="grid gap-3">
      <p className="font-semibold">{differing.length === 0 ? allEqual(checks.length) : someDiffer(differing.length)}</p>
      <DataTable
        short
        label={table}
        columns={[
          { title: columns.name },
          { title: columns.state },
          { title: columns.rows, numeric: true },
          { title: columns.checkedAt },
        ]}
        rows={[...differing, ...others].map(({ name, equal: isEqual, rows, checkedAt }) => ({
          key: name,
          cells: [
            name,
            <Badge key="state" tone={isEqual ? 'good' : 'bad'}>
              {isEqual ? equal : differs}
            </Badge>,
            wholeNumber(rows),
            dateTime(checkedAt),
          ],
        }))}
      />
    </div>
  )
}

function Openings() {
  const openings = useQuery(openingsQuery)
  const { title, by, details, failed, empty } = texts.openings
  return (
    <Card title={title}>
      <QueryView query={openings} errorTitle={failed} empty={<EmptyState text={empty} />}>
        {(found) => (
          <ul className="divide-y divide-line">
            {found.map(({ id, at, actor }) => (
              <li key={id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
                <TextLink to={`/admin/audit/events/${id}`}>{details(dateTime(at))}</TextLink>
                <span className="text-sm break-words text-muted">{by(actor ?? eventLogTexts.noActor)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
