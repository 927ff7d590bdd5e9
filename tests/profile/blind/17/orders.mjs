export class Orders {
  constructor(orders, customers, products) {
    this.orders = orders;
    this.customers = customers;
    this.products = products;
  }
  async withCustomer(id) {
    // 17a: dependent
    const order = await this.orders.read(id);
    const customer = await this.customers.read(order.customer);
    const mentor = await this.customers.read(customer.mentor);
    // end
    return { ...order, customer, mentor };
  }
  async many(ids) {
    const found = [];
    // 17b: independent
    for (const id of ids) {
      const order = await this.orders.read(id);
      if (order) found.push(order);
    }
    // end
    return found;
  }
  async overview(id) {
    // 17c: independent
    const order = await this.orders.read(id);
    const same = await this.customers.read(id);
    const product = await this.products.read(id);
    // end
    return { order, same, product };
  }
  async ship(ids) {
    // 17d: dependent
    for (const id of ids) {
      const order = await this.orders.read(id);
      await this.orders.write(id, { ...order, shipped: (order.shipped ?? 0) + 1 });
    }
    // end
    return this.orders.read(ids.at(-1));
  }
  async reset(ids) {
    // 17e: independent
    for (const id of ids) await this.products.write(id, { id, stock: 10 });
    // end
    return this.products.read(ids[0]);
  }
}
