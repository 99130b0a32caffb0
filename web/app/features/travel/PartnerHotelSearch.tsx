import { useQuery } from '@tanstack/react-query'
import { ExternalLink as Leaves } from 'lucide-react'
import { useState } from 'react'
import { type HotelPartner, partyLimits, type PartnerSearch, partnerSearch } from '../../../contract/travel/bookings.ts'
import { Button } from '../../components/buttons.tsx'
import { Card } from '../../components/data-display.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { Select, type SelectOption } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { ExternalLink } from '../../components/links.tsx'
import { bindField, type FormState } from '../../shared/form.ts'
import { hotelPartnerQuery } from './queries.ts'
import { DateFields, DestinationField, type StayValues, useStayForm } from './StayForm.tsx'
import { travelTexts } from './texts.ts'

/** Opens another site in a new tab without opener and referrer. */
const openInNewTab = (address: string): void => {
  window.open(address, '_blank', 'noopener,noreferrer')
}

/** Page a search started from, for the partner's statistics; no personal data. */
export type SearchPlacement = 'dashboard' | 'book-travel' | 'my-travels'

/**
 * Search URL of the partner with Booking.com's parameters; existing parameters are kept.
 * @rule A-31 C-25 partner link
 */
export const partnerLink = (
  { address, trackingId }: HotelPartner,
  search: PartnerSearch,
  from: SearchPlacement,
): string => {
  const url = new URL(address)
  const parameters = url.searchParams
  parameters.set('ss', search.destination)
  parameters.set('checkin', search.checkIn)
  parameters.set('checkout', search.checkOut)
  parameters.set('group_adults', String(search.adults))
  parameters.set('no_rooms', '1')
  parameters.set('group_children', String(search.ages.length))
  for (const age of search.ages) parameters.append('age', String(age))
  if (trackingId !== null) {
    parameters.set('aid', trackingId)
    parameters.set('label', `garbo-${from}`)
  }
  return url.href
}

const siteHostOf = ({ address }: HotelPartner): string => new URL(address).host

/** Values as held by the inputs; `ages` has one entry per possible child. */
export interface PartyValues extends StayValues {
  readonly adults: string
  readonly children: string
  readonly ages: readonly string[]
}

const emptyParty: PartyValues = {
  destination: '',
  checkIn: '',
  checkOut: '',
  adults: '2',
  children: '0',
  ages: Array.from({ length: partyLimits.children.max }, () => ''),
}

const requiredAges = ({ children, ages }: PartyValues) => ages.slice(0, Number(children))

const usePartyForm = () =>
  useStayForm(
    emptyParty,
    partnerSearch,
    (typed) => ({
      ...typed,
      adults: Number(typed.adults),
      ages: requiredAges(typed).map((age) => (age === '' ? undefined : Number(age))),
    }),
    requiredAges,
  )

interface NumberRange {
  readonly min: number
  readonly max: number
}

const numberOptions = ({ min, max }: NumberRange, label: (n: number) => string = String): readonly SelectOption[] =>
  Array.from({ length: max - min + 1 }, (_, n) => ({ value: String(min + n), label: label(min + n) }))
const adultOptions = numberOptions(partyLimits.adults)
const childOptions = numberOptions(partyLimits.children)
const ageOptions = numberOptions(partyLimits.ages, travelTexts.partner.years)

/** @rule V-78 travel party with the age of each child */
function PartyFields({ form }: { readonly form: FormState<PartyValues, PartnerSearch> }) {
  const { ages } = form.values
  const ageFields = requiredAges(form.values).map((age, index) => ({
    age,
    index,
    label: travelTexts.partner.age(index + 1),
  }))
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Select label={travelTexts.partner.adults} options={adultOptions} {...bindField(form, 'adults')} />
        <Select label={travelTexts.partner.children} options={childOptions} {...bindField(form, 'children')} />
      </div>
      {ageFields.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{travelTexts.partner.ages}</legend>
          <div className="grid grid-cols-2 items-start gap-4 @md:grid-cols-3">
            {ageFields.map(({ age, index, label }) => (
              <Select
                key={label}
                label={label}
                placeholder={travelTexts.partner.agePlaceholder}
                options={ageOptions}
                required
                value={age}
                error={form.errorOf(`ages.${index}`)}
                onChange={({ target }) => form.set('ages', ages.with(index, target.value))}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

/** @rule R-54 partner hotel search */
export function PartnerHotelSearch({ from }: { readonly from: SearchPlacement }) {
  const partner = useQuery(hotelPartnerQuery)
  return (
    <Card title={travelTexts.partner.title}>
      <QueryView query={partner}>{(where) => <PartnerSearchForm partner={where} from={from} />}</QueryView>
    </Card>
  )
}

interface PartnerSearchFormProps {
  readonly partner: HotelPartner
  readonly from: SearchPlacement
}

function PartnerSearchForm({ partner, from }: PartnerSearchFormProps) {
  const { form, error, validate } = usePartyForm()
  const [opened, setOpened] = useState<{ readonly link: string; readonly for: PartyValues }>()
  const submit = () => {
    const search = validate()
    if (search === null) return
    const link = partnerLink(partner, search, from)
    setOpened({ link, for: form.values })
    openInNewTab(link)
  }
  return (
    <Form label={travelTexts.partner.search} onSubmit={submit} errorCount={form.errorCount}>
      <p className="text-sm text-muted">{travelTexts.partner.intro(siteHostOf(partner))}</p>
      <DestinationField form={form} />
      <div className="grid items-start gap-4 @sm:grid-cols-2">
        <DateFields form={form} />
      </div>
      <PartyFields form={form} />
      <FormAlert text={error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">
          <Leaves aria-hidden="true" className="size-4.5" />
          {travelTexts.partner.search}
        </Button>
        <output className="text-sm">
          {opened?.for === form.values && (
            <>
              {travelTexts.partner.opened} <ExternalLink href={opened.link}>{travelTexts.partner.again}</ExternalLink>
            </>
          )}
        </output>
      </div>
      {partner.trackingId !== null && <p className="text-sm text-muted">{travelTexts.partner.commission}</p>}
    </Form>
  )
}
