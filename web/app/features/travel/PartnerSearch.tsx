import { useQuery } from '@tanstack/react-query'
import { ExternalLink as Leaves } from 'lucide-react'
import { useState } from 'react'
import type { HotelPartner } from '../../../contract/bookings.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { openInNewTab } from '../../shared/new-tab.ts'
import { texts } from '../../texts.ts'
import { partnerLink, siteOf, type Placement } from './partner-link.ts'
import { usePartySearch, type TypedParty } from './party.ts'
import { PartyFields } from './PartyFields.tsx'
import { DayFields, DestinationField } from './StayFields.tsx'
import { hotelPartner } from './travel.queries.ts'

const words = texts.travel.partner

/** the hotel search of others. */
export function PartnerSearch({ from }: { readonly from: Placement }) {
  const partner = useQuery(hotelPartner)
  return (
    <Card title={words.title}>
      <Loaded query={partner}>{(where) => <Search partner={where} from={from} />}</Loaded>
    </Card>
  )
}

interface SearchProps {
  readonly partner: HotelPartner
  readonly from: Placement
}

function Search({ partner, from }: SearchProps) {
  const { form, complaint, judged } = usePartySearch()
  const [opened, setOpened] = useState<{ readonly link: string; readonly for: TypedParty }>()
  const submit = () => {
    const search = judged()
    if (search === null) return
    const link = partnerLink(partner, search, from)
    setOpened({ link, for: form.values })
    openInNewTab(link)
  }
  return (
    <Form label={words.search} onSubmit={submit} faults={form.faults}>
      <p className="text-sm text-muted">{words.intro(siteOf(partner))}</p>
      <DestinationField form={form} />
      <div className="grid items-start gap-4 @sm:grid-cols-2">
        <DayFields form={form} />
      </div>
      <PartyFields form={form} />
      <FormAlert text={complaint} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">
          <Leaves aria-hidden="true" className="size-4.5" />
          {words.search}
        </Button>
        <output className="text-sm">
          {opened?.for === form.values && (
            <>
              {words.opened} <ExternalLink href={opened.link}>{words.again}</ExternalLink>
            </>
          )}
        </output>
      </div>
      {partner.trackingId !== null && <p className="text-sm text-muted">{words.commission}</p>}
    </Form>
  )
}
