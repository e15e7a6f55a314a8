// Plays the episodes whose links arrive in the channel `player`: subscriber SOCKET
//
// Needs github.com/varlink/go, which Debian has as golang-github-varlink-go-dev.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/varlink/go/varlink"
)

type reply struct {
	Link *struct { // Absent in the first reply, which only confirms the subscription.
		Delivery, Action string
		Inputs           struct{ Episode uint64 }
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, address := context.Background(), "unix:"+os.Args[1]
	// A subscription occupies its connection, so acknowledgements need another one.
	subscriber := must(varlink.NewConnection(ctx, address))
	answers := must(varlink.NewConnection(ctx, address))
	player := map[string]string{"channel": "player"}
	next := must(subscriber.Send(ctx, "io.deeplinkd.Channels.Subscribe", player, varlink.More))
	for {
		var r reply
		if must(next(ctx, &r)); r.Link == nil {
			continue
		}
		answer := map[string]string{"delivery": r.Link.Delivery, "result": "performed"}
		if r.Link.Action == "play" {
			fmt.Println("play episode", r.Link.Inputs.Episode)
		} else {
			answer["result"], answer["reason"] = "failed", "This player cannot "+r.Link.Action+"."
		}
		must(0, answers.Call(ctx, "io.deeplinkd.Channels.Acknowledge", answer, nil))
	}
}
