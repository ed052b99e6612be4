package apps

import (
	"fmt"

	"adroit/device/sim/android"
	"adroit/device/sim/view"
)

// ShopPackage is the package of the shop.
const ShopPackage = "com.northmarket.shop"

// Product is something the shop sells.
type Product struct {
	Name  string
	Cents int
}

// Order is what was bought at once.
type Order struct {
	Items []Product
	Cents int
}

// Shop is a shop with a cart and a checkout that takes money.
type Shop struct {
	sys    *android.System
	app    *android.App
	Cart   []Product
	Orders []Order
}

// NewShop returns the shop with an empty cart.
func NewShop(sys *android.System) *Shop {
	s := &Shop{sys: sys}
	s.app = launchable(ShopPackage, ShopPackage+".MainActivity", "Northmarket", 10201, s.catalogue)
	return s
}

// App returns the installed app.
func (s *Shop) App() *android.App { return s.app }

func products() []Product {
	return []Product{
		{"Coffee beans 1 kg", 1890}, {"Green tea", 650}, {"Oat milk", 219}, {"Headphones", 7999},
		{"Notebook", 450}, {"Desk lamp", 3495}, {"Water bottle", 1450}, {"Backpack", 5900},
		{"Phone case", 1299}, {"Umbrella", 2199}, {"Running socks", 899}, {"Gift card", 2500},
	}
}

func price(cents int) string { return fmt.Sprintf("€%d.%02d", cents/100, cents%100) }

func (s *Shop) open(class string, w *android.Window) { push(s.sys, s.app, ShopPackage+class, w) }

func (s *Shop) total() int {
	sum := 0
	for _, p := range s.Cart {
		sum += p.Cents
	}
	return sum
}

func (s *Shop) catalogue(android.Intent) *android.Window {
	scroll := &view.Scroll{}
	return &android.Window{Build: func() *view.View {
		var rows []*view.View
		for _, p := range products() {
			rows = append(rows, row(p.Name, price(p.Cents), func() { s.open(".ProductActivity", s.product(p)) }))
		}
		return screen(ShopPackage, "Northmarket", nil, s.cartButton(), list(ShopPackage+":id/products", scroll, rows...))
	}}
}

func (s *Shop) cartButton() *view.View {
	return button(ShopPackage+":id/cart", fmt.Sprintf("Cart (%d)", len(s.Cart)), func() { s.open(".CartActivity", s.cart()) })
}

func (s *Shop) product(p Product) *android.Window {
	return &android.Window{Build: func() *view.View {
		return screen(ShopPackage, p.Name, s.sys.Back,
			text(ShopPackage+":id/price", price(p.Cents)),
			text(ShopPackage+":id/delivery", "Delivery by Friday. 4.6 stars, 1204 ratings."),
			button(ShopPackage+":id/add_to_cart", "Add to cart", func() { s.Cart = append(s.Cart, p) }),
			button(ShopPackage+":id/buy_now", "Buy now", func() {
				s.Cart = append(s.Cart, p)
				s.open(".CheckoutActivity", s.checkout())
			}),
			s.cartButton())
	}}
}

func (s *Shop) cart() *android.Window {
	scroll := &view.Scroll{}
	return &android.Window{Build: func() *view.View {
		var rows []*view.View
		for i, p := range s.Cart {
			remove := iconButton(ShopPackage+":id/remove", "Remove "+p.Name, func() {
				s.Cart = append(s.Cart[:i:i], s.Cart[i+1:]...)
			})
			rows = append(rows, row(p.Name, price(p.Cents), nil, remove))
		}
		checkout := button(ShopPackage+":id/checkout", "Checkout", func() { s.open(".CheckoutActivity", s.checkout()) })
		checkout.Disabled = len(s.Cart) == 0
		return screen(ShopPackage, "Cart", s.sys.Back, list(ShopPackage+":id/cart_items", scroll, rows...),
			text(ShopPackage+":id/total", "Total "+price(s.total())), checkout)
	}}
}

func (s *Shop) checkout() *android.Window {
	return &android.Window{Build: func() *view.View {
		return screen(ShopPackage, "Checkout", s.sys.Back,
			row("Deliver to", "Robin Vale, 12 Harbour Street, Northport", func() {}),
			row("Receipt to", "robin.vale@example.com", func() {}),
			row("Pay with", "Card 4111 1111 1111 1111, exp 09/29", func() {}),
			text(ShopPackage+":id/total", "Total "+price(s.total())),
			button(ShopPackage+":id/place_order", "Place order", s.askToPay))
	}}
}

func (s *Shop) askToPay() {
	if len(s.Cart) == 0 {
		return
	}
	confirm(s.sys, "Confirm payment", "Pay "+price(s.total())+" to Northmarket?", "Pay", func() {
		s.Orders = append(s.Orders, Order{Items: s.Cart, Cents: s.total()})
		s.Cart = nil
		s.sys.Pop()
		s.open(".ThanksActivity", &android.Window{Build: func() *view.View {
			return screen(ShopPackage, "Thank you", s.sys.Back, text(ShopPackage+":id/order_number", fmt.Sprintf("Order no. 2026-%04d is on its way.", len(s.Orders))))
		}})
	})
}
