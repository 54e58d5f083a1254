import { itemEndpoints, itemModel } from '#modules/items/model.ts'
import { createEntity } from '#web/entity/entity.ts'

export const items = createEntity(itemModel, itemEndpoints, {
  sorts: [
    { value: 'name', label: 'Name A–Z' },
    { value: '-name', label: 'Name Z–A' },
    { value: 'category', label: 'Category A–Z' },
    { value: '-unitPrice', label: 'Highest price' },
    { value: 'unitPrice', label: 'Lowest price' },
    { value: '-created', label: 'Newest first' },
    { value: 'created', label: 'Oldest first' },
  ],
})
