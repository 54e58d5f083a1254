import { useCombobox } from 'downshift'
import { type ComponentProps, type FocusEventHandler, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { type ControlProps, Input } from '#web/ui/field.tsx'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import { ListOption, ListPopup, maxOptions, preventDownshiftDefault } from './option-list.tsx'

type Props = ControlProps &
  Pick<ComponentProps<'input'>, 'type' | 'min' | 'max' | 'step' | 'className'> & {
    value: string
    onValueChange: (text: string) => void
    suggestions: readonly string[]
    name?: string | undefined
    ref?: Ref<HTMLInputElement> | undefined
    onFocus?: FocusEventHandler<HTMLInputElement> | undefined
    onBlur?: FocusEventHandler<HTMLInputElement> | undefined
  }

const filterSuggestions = (suggestions: readonly string[], text: string) => {
  const part = text.trim().toLocaleLowerCase()
  return suggestions.filter((one) => one !== text && one.toLocaleLowerCase().includes(part)).slice(0, maxOptions)
}

export const SuggestInput = ({ value, onValueChange, suggestions, onBlur, ref, ...rest }: Props) => {
  const anchor = useRef<HTMLDivElement>(null)
  const [isListRequested, setListRequested] = useState(false)
  // The text present on opening is not a search.
  const [hasTyped, setHasTyped] = useState(false)
  const offered = isListRequested ? filterSuggestions(suggestions, hasTyped ? value : '') : []
  const isOpen = offered.length > 0
  const close = () => {
    setListRequested(false)
    setHasTyped(false)
  }
  useEscapeKey(isOpen, close)
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<string>({
    items: offered,
    isOpen,
    onIsOpenChange: ({ isOpen: wanted }) => (wanted ? setListRequested(true) : close()),
    inputValue: value,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onValueChange(selectedItem),
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputClick) return { ...changes, isOpen: true, highlightedIndex: -1 }
      return type === useCombobox.stateChangeTypes.InputBlur ? { ...state, isOpen: false } : changes
    },
  })
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnterOnText = event.key === 'Enter' && highlightedIndex < 0
    if (event.nativeEvent.isComposing || event.key === 'Escape' || isEnterOnText) preventDownshiftDefault(event)
    if (isEnterOnText) close()
  }
  return (
    <div ref={anchor} className="relative min-w-0">
      <Input
        {...getInputProps({
          ...rest,
          ...(ref ? { ref } : {}),
          'aria-labelledby': undefined,
          dir: 'auto',
          onKeyDown: keys,
          onBlur,
          // Set here rather than in downshift's callback: a later update would move the caret to the end.
          onChange: (event) => {
            setHasTyped(true)
            onValueChange(event.currentTarget.value)
          },
        })}
      />
      {isOpen && (
        <ListPopup anchor={anchor} list={getMenuProps({ 'aria-label': 'Suggestions' }, { suppressRefError: true })}>
          {offered.map((suggestion, index) => (
            <ListOption key={suggestion} {...getItemProps({ item: suggestion, index })} choice={{ label: suggestion }} />
          ))}
        </ListPopup>
      )}
    </div>
  )
}
