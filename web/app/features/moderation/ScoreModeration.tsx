import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import {
  type Anomaly,
  excludePeriodBody,
  type Exclusion,
  type ExclusionPreview,
} from '../../../contract/reviews/scores.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions, ReasonDialog } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select, TextArea, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { SearchPicker, useSearchText } from '../../components/search-picker.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { longDate, oneDecimal, todayInRome } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { businessSearchQuery, exclusionPreviewQuery, exclusionsQuery, openAnomaliesQuery } from './queries.ts'
import { componentTexts } from '../../components/texts.ts'
import { scoreModerationTexts } from './scores.texts.ts'
import { moderationTexts } from './texts.ts'
import { scoreTexts } from '../reviews/scores.texts.ts'

interface AnomalyListProps {
  readonly onSelect: (venue: SelectedVenue) => void
}

/** Days the anomaly detector reported. */
function AnomalyList({ onSelect }: AnomalyListProps) {
  const query = useInfiniteQuery(openAnomaliesQuery)
  return (
    <section aria-label={scoreModerationTexts.anomalies} className="grid gap-3">
      <div>
        <h2 className="text-lg font-semibold">{scoreModerationTexts.anomalies}</h2>
        <p className="text-sm text-muted">{scoreModerationTexts.anomaliesIntro}</p>
      </div>
      <QueryView query={query} skeletonRows={2} empty={<EmptyState text={scoreModerationTexts.anomaliesEmpty} />}>
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map((anomaly) => (
                <AnomalyRow key={`${anomaly.businessId} ${anomaly.day}`} anomaly={anomaly} onSelect={onSelect} />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </QueryView>
    </section>
  )
}

function AnomalyRow({ anomaly, onSelect }: AnomalyListProps & { readonly anomaly: Anomaly }) {
  const { businessId, businessName, day, opinions, usual, average, newAccounts, score, detectorVersion } = anomaly
  const [dialogOpen, setDialogOpen] = useState(false)
  const dismissing = useApiMutation('dismissAnomaly', {
    invalidates: ['moderation'],
    onSuccess: () => {
      setDialogOpen(false)
      showToast({ title: scoreModerationTexts.dismissed })
    },
  })
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4 shadow-card">
      <h3 className="font-medium">{scoreModerationTexts.anomaly(businessName, longDate(day))}</h3>
      <p>{scoreModerationTexts.dayStatistics(opinions, usual, oneDecimal(average))}</p>
      <p className="text-sm text-muted">
        {scoreModerationTexts.newAccounts(newAccounts)} · {scoreModerationTexts.deviation(score, detectorVersion)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={() => onSelect({ id: businessId, day })}>
          {scoreModerationTexts.excludeDay}
        </Button>
        <Button variant="secondary" small onClick={() => setDialogOpen(true)}>
          {scoreModerationTexts.dismiss}
        </Button>
      </div>
      {dialogOpen && (
        <ReasonDialog
          title={scoreModerationTexts.dismissTitle}
          label={scoreModerationTexts.dismissNotes}
          maxLength={limitsOf(endpoints.dismissAnomaly.body, 'notes').maxLength}
          confirm={moderationTexts.confirm}
          pending={dismissing.isPending}
          error={dismissing.error}
          onClose={() => setDialogOpen(false)}
          onConfirm={(notes) => dismissing.mutate({ params: { id: businessId, day }, body: { notes } })}
        />
      )}
    </li>
  )
}

const reasonOptions = Object.entries(scoreTexts.reasons).map(([value, label]) => ({ value, label }))

/** Excludes a period from a venue's score, with a preview of the effect. */
function ExcludePeriodDialog({ venue }: { readonly venue: SelectedVenue }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {scoreModerationTexts.exclude}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={scoreModerationTexts.exclude}
        description={scoreModerationTexts.excludeText}
      >
        <ExcludePeriodForm venue={venue} onClose={close} />
      </Dialog>
    </>
  )
}

function ExcludePeriodForm({ venue, onClose }: { readonly venue: SelectedVenue; readonly onClose: () => void }) {
  const { id, day = '' } = venue
  const { form, pending, submit } = useFormMutation('excludePeriod', {
    initialValues: { from: day, to: day, reason: '', facts: '' },
    schema: excludePeriodBody,
    toInput: (body) => ({ params: { id }, body }),
    invalidates: ['moderation', 'businesses', 'reviews'],
    successToast: { title: scoreModerationTexts.done },
    onSuccess: onClose,
    failureText: scoreModerationTexts.failed,
  })
  return (
    <Form label={scoreModerationTexts.exclude} errorCount={form.errorCount} onSubmit={submit}>
      <FormAlert text={form.formError} />
      <div className="grid gap-4 @sm:grid-cols-2">
        <TextInput
          label={scoreModerationTexts.from}
          type="date"
          max={todayInRome()}
          {...limitsOf(excludePeriodBody, 'from')}
          {...bindField(form, 'from')}
        />
        <TextInput
          label={scoreModerationTexts.to}
          type="date"
          max={todayInRome()}
          {...limitsOf(excludePeriodBody, 'to')}
          {...bindField(form, 'to')}
        />
      </div>
      <ExclusionEffect businessId={id} from={form.values.from} to={form.values.to} />
      <Select
        label={scoreModerationTexts.reason}
        options={reasonOptions}
        placeholder={scoreModerationTexts.reasonPlaceholder}
        {...limitsOf(excludePeriodBody, 'reason')}
        {...bindField(form, 'reason')}
      />
      <TextArea
        label={scoreModerationTexts.facts}
        hint={scoreModerationTexts.factsHint}
        {...limitsOf(excludePeriodBody, 'facts')}
        {...bindField(form, 'facts')}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" pending={pending}>
          {scoreModerationTexts.confirm}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface ExclusionEffectProps {
  readonly businessId: string
  readonly from: string
  readonly to: string
}

/** Preview such as “Da 3,2 a 4,4 (412 recensioni escluse)”. */
function ExclusionEffect({ businessId, from, to }: ExclusionEffectProps) {
  const complete = from !== '' && to !== ''
  const preview = useQuery({ ...exclusionPreviewQuery(businessId, from, to), enabled: complete })
  return (
    <p aria-live="polite" className="rounded-control bg-sunken px-3 py-2 font-medium">
      {!complete && scoreModerationTexts.previewWait}
      {complete && preview.isPending && componentTexts.loading}
      {complete && preview.isError && preview.error.message}
      {complete && preview.data !== undefined && exclusionEffectText(preview.data)}
    </p>
  )
}

const exclusionEffectText = ({ before, after, out }: ExclusionPreview) =>
  scoreModerationTexts.preview(scoreText(before), scoreText(after), out)

const scoreText = ({ average, opinions }: ExclusionPreview['before']) =>
  opinions === 0 ? scoreModerationTexts.previewLeft : oneDecimal(average)

/** A venue's score with its excluded periods, current and past. */
function VenueScoreCard({ venue }: { readonly venue: SelectedVenue }) {
  const query = useQuery(exclusionsQuery(venue.id))
  return (
    <QueryView query={query} skeletonRows={2}>
      {({ businessName, scores, exclusions }) => (
        <Card title={businessName} action={<ExcludePeriodDialog venue={venue} />}>
          <p className="mb-4">
            {scoreModerationTexts.current(oneDecimal(scores.inForce.average), scores.inForce.opinions)}
          </p>
          <h3 className="mb-2 font-semibold">{scoreModerationTexts.periods}</h3>
          {exclusions.length === 0 && <p className="text-muted">{scoreModerationTexts.periodsEmpty}</p>}
          <ul className="grid gap-3">
            {exclusions.map((exclusion) => (
              <ExcludedPeriod key={exclusion.id} businessId={venue.id} exclusion={exclusion} />
            ))}
          </ul>
        </Card>
      )}
    </QueryView>
  )
}

function ExcludedPeriod({ businessId, exclusion }: { readonly businessId: string; readonly exclusion: Exclusion }) {
  const { id, from, to, reason, facts, liftedAt, liftFacts } = exclusion
  const [dialogOpen, setDialogOpen] = useState(false)
  const lifting = useApiMutation('liftExclusion', {
    invalidates: ['moderation', 'businesses', 'reviews'],
    onSuccess: () => {
      setDialogOpen(false)
      showToast({ title: scoreModerationTexts.liftDone })
    },
  })
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{scoreModerationTexts.period(longDate(from), longDate(to))}</span>
        <Badge tone={liftedAt === null ? 'gold' : 'plain'}>
          {liftedAt === null ? scoreModerationTexts.excludedNow : scoreModerationTexts.lifted(longDate(liftedAt))}
        </Badge>
      </p>
      <p className="text-sm text-muted">{scoreTexts.reasons[reason]}</p>
      <p className="break-words whitespace-pre-line">{facts}</p>
      {liftFacts !== null && <p className="text-sm break-words whitespace-pre-line text-muted">{liftFacts}</p>}
      {liftedAt === null && (
        <div>
          <Button variant="secondary" small onClick={() => setDialogOpen(true)}>
            {scoreModerationTexts.lift}
          </Button>
        </div>
      )}
      {dialogOpen && (
        <ReasonDialog
          title={scoreModerationTexts.liftTitle}
          text={scoreModerationTexts.liftText}
          label={scoreModerationTexts.liftFacts}
          maxLength={limitsOf(endpoints.liftExclusion.body, 'facts').maxLength}
          confirm={moderationTexts.confirm}
          pending={lifting.isPending}
          error={lifting.error}
          onClose={() => setDialogOpen(false)}
          onConfirm={(liftReason) =>
            lifting.mutate({ params: { id: businessId, exclusionId: id }, body: { facts: liftReason } })
          }
        />
      )}
    </li>
  )
}

export interface SelectedVenue {
  readonly id: string
  /** The anomalous day the moderator came from, preselected. */
  readonly day?: string
}

/** Anomalous days, and the excluded periods of a venue. */
export function ScoreModeration() {
  const [venue, setVenue] = useState<SelectedVenue | null>(null)
  if (venue !== null)
    return (
      <div className="grid gap-4">
        <div className="-ml-3">
          <Button variant="quiet" small onClick={() => setVenue(null)}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            {scoreModerationTexts.venueOther}
          </Button>
        </div>
        <VenueScoreCard key={venue.id} venue={venue} />
      </div>
    )
  return (
    <div className="grid gap-8">
      <AnomalyList onSelect={setVenue} />
      <VenueSearch onChoose={setVenue} />
    </div>
  )
}

function VenueSearch({ onChoose }: { readonly onChoose: (venue: SelectedVenue) => void }) {
  const { typed, setTyped, query, isCurrent } = useSearchText()
  const found = useQuery({
    ...businessSearchQuery(query),
    enabled: endpoints.findBusinesses.query.safeParse({ query }).success,
  })
  const venues = isCurrent ? found.data : undefined
  return (
    <section aria-label={scoreModerationTexts.search} className="grid max-w-xl gap-3">
      <div>
        <h2 className="text-lg font-semibold">{scoreModerationTexts.search}</h2>
        <p className="text-sm text-muted">{scoreModerationTexts.searchIntro}</p>
      </div>
      <SearchPicker
        label={scoreModerationTexts.venue}
        hint={scoreModerationTexts.venueHint}
        query={typed}
        onQueryChange={setTyped}
        results={venues?.map(({ id, businessName, location }) => ({ id, name: businessName, note: location }))}
        searchError={found.error?.message}
        emptyText={scoreModerationTexts.venueNone}
        onChoose={({ id }) => onChoose({ id })}
      />
    </section>
  )
}
