import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { analyticsEndpoints } from '../../../contract/analytics/analytics.ts'
import { Button } from '../../components/buttons.tsx'
import { Checkbox, Select, TextInput } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { addDays, todayInRome } from '../../shared/format.ts'
import { useForm } from '../../shared/form.ts'
import { analyticsTexts } from './texts.ts'

const presetDays = { '30': 30, '90': 90, '365': 365 } as const
type Preset = keyof typeof presetDays
const isPreset = (name: string | null): name is Preset => name !== null && name in presetDays

export interface ChosenPeriod {
  readonly name: Preset | 'custom'
  readonly from: string
  readonly to: string
  readonly compare: boolean
}

/** The period in the query of the URL; the last thirty days by default and instead of an invalid one. */
export const usePeriod = (): ChosenPeriod => {
  const [search] = useSearchParams()
  const name = search.get('period')
  const compare = search.get('compare') === 'previous'
  const [from, to] = [search.get('from'), search.get('to')]
  const isValid = analyticsEndpoints.analytics.query.safeParse({ from, to }).success
  if (name === 'custom' && from !== null && to !== null && isValid) return { name, from, to, compare }
  const preset = isPreset(name) ? name : '30'
  const today = todayInRome()
  return { name: preset, from: addDays(today, 1 - presetDays[preset]), to: today, compare }
}

/** Query of the URL for a period, with other parameters such as the filters of rows. */
export const searchOf = ({ name, from, to, compare }: ChosenPeriod, filters: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    period: name,
    ...(name === 'custom' && { from, to }),
    ...(compare && { compare: 'previous' }),
    ...filters,
  }).toString()

const options = (['30', '90', '365', 'custom'] as const).map((value) => ({
  value,
  label: analyticsTexts.periods[value],
}))

interface PeriodPickerProps {
  readonly period: ChosenPeriod
  /** The comparison needs Premium. */
  readonly comparable: boolean
}

/** Chooses the period and the comparison; both are kept in the URL. */
export function PeriodPicker({ period, comparable }: PeriodPickerProps) {
  const [, setSearch] = useSearchParams()
  const show = (changed: Partial<ChosenPeriod>) => setSearch(searchOf({ ...period, ...changed }), { replace: true })
  return (
    <div className="grid gap-4 screen-only">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <div className="w-full max-w-xs">
          <Select
            label={analyticsTexts.period}
            options={options}
            value={period.name}
            onChange={({ target: { value } }) => show({ name: isPreset(value) ? value : 'custom' })}
          />
        </div>
        {comparable && (
          <div className="flex min-h-11 items-center">
            <Checkbox
              label={analyticsTexts.compare}
              checked={period.compare}
              onChange={({ target }) => show({ compare: target.checked })}
            />
          </div>
        )}
      </div>
      {period.name === 'custom' && <CustomPeriod key={`${period.from} ${period.to}`} period={period} onChoose={show} />}
    </div>
  )
}

interface CustomPeriodProps {
  readonly period: ChosenPeriod
  readonly onChoose: (period: { readonly from: string; readonly to: string }) => void
}

function CustomPeriod({ period: { from, to }, onChoose }: CustomPeriodProps) {
  const form = useForm({ from, to }, analyticsEndpoints.analytics.query, (values) => values)
  const [chosen] = useState(todayInRome)
  return (
    <Form
      label={analyticsTexts.customPeriod}
      errorCount={form.errorCount}
      onSubmit={() => form.submitIfValid(() => onChoose(form.values))}
    >
      <div className="flex flex-wrap items-start gap-4">
        {(['from', 'to'] as const).map((field) => (
          <div key={field} className="w-full max-w-48">
            <TextInput
              type="date"
              label={analyticsTexts.fields[field]}
              value={form.values[field]}
              max={chosen}
              error={form.errorOf(field)}
              onChange={({ target }) => form.set(field, target.value)}
            />
          </div>
        ))}
        <div className="pt-6">
          <Button variant="secondary" type="submit">
            {analyticsTexts.show}
          </Button>
        </div>
      </div>
    </Form>
  )
}
